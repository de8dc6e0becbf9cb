/** For how many days somebody who deactivated their account may come back. */
export const comeBackDays = 30;

/** When somebody who deactivates their account then is erased. */
export const erasedOn = (deactivated: Date) => new Date(deactivated.getTime() + comeBackDays * 86_400_000);
