/** What a charge's receipt is called, such as "R-0012". Declined charges take numbers too, so there may be gaps. */
export const receiptNumber = (id: number) => `R-${String(id).padStart(4, "0")}`;
