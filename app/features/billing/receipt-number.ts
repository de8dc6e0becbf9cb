/** Returns the receipt number of a charge, such as "R-0012". Declined charges use up numbers, so there may be gaps. */
export const receiptNumber = (id: number) => `R-${String(id).padStart(4, "0")}`;
