/** Number of write transactions so far. Each waits in the write queue. */
import { setQueueOwner } from "db";

let taskCount = 0;

/** Starts counting write transactions for the whole test file. Returns a function that returns how many `act` used. */
export function countingTurns() {
  const turn = { begun: () => undefined, over: () => undefined };
  setQueueOwner(async () => (taskCount++, turn));
  return async (act: () => Promise<unknown>): Promise<number> => {
    const before = taskCount;
    await act();
    return taskCount - before;
  };
}
