/** Delays work until after the response, if the response time must not reveal it, such as whether an account exists. */

/** Delay in milliseconds. */
const delay = 100;

const pendingWork = new Set<() => void>();

/** Resolves after the delay, or when `endWaits` is called. */
export function afterAnswer(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      pendingWork.delete(end);
      resolve();
    };
    const timer = setTimeout(end, delay);
    pendingWork.add(end);
  });
}

/** Ends all delays now, for shutdown and tests. */
export function endWaits(): void {
  for (const end of pendingWork) end();
}
