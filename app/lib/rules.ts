/** The rules that forms and the API share. Browser-safe. Every message says what to do. */
import { z } from "zod";
import type { LookupItem } from "db/lookups";

// Control characters have no place in a line of text; a lone surrogate is no character at all.
const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

// Marks of direction and joiners alone show nothing.
const showsSomething = /[\p{L}\p{N}\p{P}\p{S}]/u;

interface TextRule {
  max: number;
  /** Asks for the field when it is empty, such as "Enter a name". Without it the field may stay empty. */
  ask?: string;
}

/** One line of text, trimmed. */
export function text({ max, ask }: TextRule) {
  const rule = z
    .string({ error: ask ?? "Enter text here" })
    .trim()
    .max(max, `Keep this to ${max} characters`)
    .regex(oneLine, "Take out the line breaks and control characters");
  return ask ? rule.min(1, ask).regex(showsSomething, ask) : rule;
}

/** An e-mail address, kept in lower case. */
export const email = () =>
  z
    .string({ error: "Enter an e-mail address" })
    .trim()
    .toLowerCase()
    .min(1, "Enter an e-mail address")
    .max(254, "Keep this to 254 characters")
    .meta({ format: "email" })
    .pipe(z.email("Enter a full address, such as name@example.com"));

/** A phone number as people write it; may be empty. */
export const phone = () =>
  z
    .string({ error: "Enter a phone number" })
    .trim()
    .max(30, "Keep this to 30 characters")
    .regex(/^\+?[\d\s().\-/]*$/, "Enter digits, spaces and + ( ) - only, such as +44 20 5550 0118")
    .regex(/^$|(?:\d\D*){3}/, "Enter the whole number, such as +44 20 5550 0118");

/** One value of a lookup list, whatever its case. */
export function choice<Value extends string>(items: readonly (LookupItem & { value: Value })[], ask: string) {
  return z.string({ error: ask }).meta({ enum: items.map(({ value }) => value) }).transform((given, context): Value => {
    const item = items.find((item) => item.value.toLowerCase() === given.trim().toLowerCase());
    if (item) return item.value;
    context.addIssue({ code: "custom", message: ask });
    return z.NEVER;
  });
}
