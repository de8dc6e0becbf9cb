/** Tracks for how long another process (a backup, a seed) has locked the database file against writes of this one. */

/** Maximum time a write waits for another process, in milliseconds since it was requested. Tests lower it. */
export const otherProcesses = { patience: 4_500 };

/** When a write of this process last held the lock, and since when another process has kept one waiting. */
let lastHad = -Infinity;
let heldSince: number | undefined;

export function noteFileHeld() {
  lastHad = performance.now();
  heldSince = undefined;
}

/**
 * Records that a write could not lock the file. Returns whether to give up: `patience` has passed since the write was
 * requested and since this process last held the lock, so that queued writes are given up in order.
 */
export function noteHeldByOthers(asked: number): boolean {
  heldSince ??= performance.now();
  return performance.now() - Math.max(asked, lastHad) >= otherProcesses.patience;
}

/** Returns for how long another process has kept a write waiting, in milliseconds; 0 if none does. */
export const heldByOthers = () => (heldSince === undefined ? 0 : performance.now() - heldSince);
