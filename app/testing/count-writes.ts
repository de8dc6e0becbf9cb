/** How often the database was asked for a change: each waits for a turn of its own behind the changes of others. */
import { takeTurnsBy } from "db";

let taskCount = 0;

/** Counts, from now on and for the whole test file, the turns that changes take. Answers how many `act` took. */
export function countingTurns() {
  const turn = { begun: () => undefined, over: () => undefined };
  takeTurnsBy(async () => (taskCount++, turn));
  return async (act: () => Promise<unknown>): Promise<number> => {
    const before = taskCount;
    await act();
    return taskCount - before;
  };
}
