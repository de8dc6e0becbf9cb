import { yieldToEventLoop } from "./event-loop.server";

/** After this many consecutive failures the cause is a general one, such as a full disk. */
const maxInARow = 10;

/**
 * Runs `act` on each item, yielding in between, and returns how often it returned true. Failures do not stop it until
 * too many follow each other, and are thrown together at the end with the items' names.
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
