/** Whether this thread's job is to end, since the server stops. */
let toEnd = false;

/** Why a job is to end, in a sentence; nothing where it may go on. One that makes many changes asks before each. */
export const stopReason = () => (toEnd ? "The server was stopped in the middle." : undefined);

/** Has this thread's job end before its next change. */
export const requestStop = () => void (toEnd = true);

/** Lets runs that start from now on go on to their end. */
export const withdrawStop = () => void (toEnd = false);
