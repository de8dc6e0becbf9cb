/** A mailed invitation is good for so many days. Browser-safe. */
export const invitationDays = 7;
