import { yieldToEventLoop } from "./event-loop.server";

/** After so many failures in a row it is not about a single one: the disk is full, or the like. */
const maxInARow = 10;

/**
 * Does something to each of some, while others have their turn in between, and answers to how many it was done. What
 * fails keeps none from its turn, and is thrown at the end, with what it was about.
 */
export async function oneByOne<Item>(
  items: Item[],
  nameOf: (item: Item) => string,
  act: (item: Item) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  let inARow = 0;
  const failures: Error[] = [];
  for (const item of items) {
    try {
      if (await act(item)) done++;
      inARow = 0;
    } catch (cause) {
      failures.push(new Error(`${nameOf(item)} failed`, { cause }));
      if (++inARow === maxInARow) break;
    }
    await yieldToEventLoop();
  }
  if (failures.length > 0) throw new AggregateError(failures.slice(0, maxInARow), `${failures.length} failed`);
  return done;
}
