/** The filter of lists by method of payment. */
import { type AnyColumn, eq, notInArray, type SQL } from "drizzle-orm";
import { methodOptions, otherMethod } from "./methods";

/** Returns the options and the condition of a filter by these methods, or by all others. */
export function methodFilterOf(methods: readonly { value: string; title: string }[]) {
  const known = methods.map(({ value }) => value);
  return {
    options: methodOptions(methods),
    where: (choice: string, column: AnyColumn): SQL =>
      choice === otherMethod ? notInArray(column, known) : eq(column, choice),
  };
}
