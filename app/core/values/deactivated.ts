/** Days in which a user can reactivate their deactivated account. */
export const comeBackDays = 30;

/** Returns when a deactivated account will be erased. */
export const erasedOn = (deactivated: Date) => new Date(deactivated.getTime() + comeBackDays * 86_400_000);
