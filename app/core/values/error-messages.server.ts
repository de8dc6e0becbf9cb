/** What is wrong with a value, as sentences. */
import type { z } from "zod";

const called: Record<string, string> = {
  array: "a list",
  object: "an object",
  record: "an object",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** What a rule asks for; where it says nothing itself, which kind of value it takes. */
const sentenceFor = (issue: z.core.$ZodIssue) =>
  issue.code === "invalid_type" && issue.message.startsWith("Invalid input")
    ? `Send ${called[issue.expected] ?? "another kind of value"} here`
    : issue.message;

/**
 * One message for each field: the first that Zod found. Fields within others are named like `lines.0.price`, unless
 * `nameOf` knows better.
 */
export function errorMessages(
  error: z.core.$ZodError,
  nameOf = (path: PropertyKey[]) => path.map(String).join("."),
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of error.issues) found[nameOf(issue.path)] ??= sentenceFor(issue);
  return found;
}
