/** Whether this thread's jobs must stop, as the server is shutting down. */
let isStopping = false;

/** Returns why a job must stop, or undefined. Jobs check it before each change. */
export const stopReason = () => (isStopping ? "The server was stopped in the middle." : undefined);

/** Makes this thread's jobs stop before their next change. */
export const requestStop = () => void (isStopping = true);

/** Lets jobs run to their end again. */
export const withdrawStop = () => void (isStopping = false);
