/** What must not show in the time of an answer, such as whether there is a person with an address, is done after it. */

/** How long after it was asked for, in milliseconds. */
const delay = 100;

const waits = new Set<() => void>();

/** Resolves after the delay, or when `endWaits` is called. */
export function afterAnswer(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waits.delete(end);
      resolve();
    };
    const timer = setTimeout(end, delay);
    waits.add(end);
  });
}

/** Ends all waits now: for whoever has to see what comes after them, as a stop and tests do. */
export function endWaits(): void {
  for (const end of waits) end();
}
