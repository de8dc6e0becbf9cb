/** A mailed invitation is good for so many days. Browser-safe. */
export const invitationDays = 7;

/** Hours until a second-factor reset is carried out unless it is cancelled. */
export const resetHours = 24;
