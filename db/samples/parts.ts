/** Helpers shared by the samples. */
export const hour = 3_600_000;
export const day = 24 * hour;

export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * day);

/** Returns the row with that id; throws if there is none. */
export function byId<Row extends { id: number }>(rows: Row[], id: number): Row {
  const row = rows.find((row) => row.id === id);
  if (!row) throw new Error(`The sample has no ${id}`);
  return row;
}

/** Returns a generator of pseudo-random integers from 0 to below `most`, the same for the same seed. */
export function spread(seed: number): (limit: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** A pseudo-random generator, the same for the same seed. */
export interface Draw {
  /** Returns an integer from 0 to below `most`. */
  below(limit: number): number;
  one<Item>(items: readonly Item[]): Item;
  /** Returns a random item, weighted by the odds. */
  often<Item>(odds: readonly (readonly [Item, number])[]): Item;
}

/** Returns a generator for millions of values. The lower digits of `spread` repeat, so it only suits small samples. */
export function draws(seed: number): Draw {
  let state = seed >>> 0;
  const chance = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(chance() * limit);
  return {
    below,
    one: (items) => present(items[below(items.length)]),
    often: (odds) => {
      let left = chance() * odds.reduce((sum, [, weight]) => sum + weight, 0);
      return present(odds.find(([, weight]) => (left -= weight) < 0) ?? odds[0])[0];
    },
  };
}

function present<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error("There is nothing to draw from");
  return item;
}
