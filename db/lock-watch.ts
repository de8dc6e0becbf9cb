/** For how long another process (a backup, a seed) keeps the changes of this one from the file. */

/**
 * So long a change waits for another process that holds the file, in milliseconds from when it was asked for. Tests
 * lower it.
 */
export const otherProcesses = { patience: 4_500 };

/** When a change of this process last had the file, and since when another process has kept one from it. */
let lastHad = -Infinity;
let heldSince: number | undefined;

export function noteFileHeld() {
  lastHad = performance.now();
  heldSince = undefined;
}

/**
 * Notes that a change did not get the file. Answers whether to give it up: so long after it was asked for, or after a
 * change of ours let go of the file. Those that wait behind one another are given up in their order.
 */
export function noteHeldByOthers(asked: number): boolean {
  heldSince ??= performance.now();
  return performance.now() - Math.max(asked, lastHad) >= otherProcesses.patience;
}

/** For how long another process has kept a change of this one from the file, in milliseconds; 0 where it does not. */
export const heldByOthers = () => (heldSince === undefined ? 0 : performance.now() - heldSince);
