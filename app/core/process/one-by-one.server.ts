import { yieldToEventLoop } from "./event-loop.server";

/**
 * Does something to each of some, while others have their turn in between, and answers to how many it was done. What
 * fails keeps none from its turn: it is thrown when all have had theirs.
 */
export async function oneByOne<Item>(items: Item[], act: (item: Item) => Promise<boolean>): Promise<number> {
  let done = 0;
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      if (await act(item)) done++;
    } catch (error) {
      errors.push(error);
    }
    await yieldToEventLoop();
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`);
  return done;
}
