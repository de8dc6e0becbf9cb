/** Whether the job of this thread that make many changes are to end, since the server stops. */
let toEnd = false;

/**
 * Why a job that makes many changes is to end between two of them, in a sentence, or nothing. Each looks at it before
 * the next.
 */
export const stopReason = () => (toEnd ? "The server was stopped in the middle." : undefined);

/** Has the job of this thread that make many changes end between two of them. */
export const requestStop = () => void (toEnd = true);

/** Lets runs that start from now on go on to their end. */
export const withdrawStop = () => void (toEnd = false);
