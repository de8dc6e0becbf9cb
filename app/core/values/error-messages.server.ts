/** Converts validation errors to sentences. */
import type { z } from "zod";

const typeNames: Record<string, string> = {
  array: "a list",
  object: "an object",
  record: "an object",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** Returns the rule's message, or which type of value it expects. */
const sentenceFor = (issue: z.core.$ZodIssue) =>
  issue.code === "invalid_type" && issue.message.startsWith("Invalid input")
    ? `Send ${typeNames[issue.expected] ?? "another kind of value"} here`
    : issue.message;

/**
 * Returns one message per field, the first that Zod found. Nested fields are named like `lines.0.price`, unless
 * `nameOf` returns another name.
 */
export function errorMessages(
  error: z.core.$ZodError,
  nameOf = (path: PropertyKey[]) => path.map(String).join("."),
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of error.issues) found[nameOf(issue.path)] ??= sentenceFor(issue);
  return found;
}
