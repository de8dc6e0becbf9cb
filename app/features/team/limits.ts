/** A mailed invitation is good for so many days. Browser-safe. */
export const invitationDays = 7;

/** A reset of a second step that nobody calls off is done after so many hours. */
export const resetHours = 24;
