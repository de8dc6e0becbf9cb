/** Two words that the generators are written in. */
import fc from "fast-check";

/** One of these values. */
export const any = <Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

/** What one of these generators makes; the number says how often it is asked. */
export const oneOf = <Value>(...choices: [weight: number, arbitrary: fc.Arbitrary<Value>][]): fc.Arbitrary<Value> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
