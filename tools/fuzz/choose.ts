/** Helpers for writing generators. */
import fc from "fast-check";

/** Generates one of these values. */
export const any = <Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

/** Picks one of these generators by weight. */
export const oneOf = <Value>(...choices: [weight: number, arbitrary: fc.Arbitrary<Value>][]): fc.Arbitrary<Value> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
