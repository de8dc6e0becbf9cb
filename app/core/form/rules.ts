/**
 * Validation rules shared by forms and the API: numbers may be text (forms) or numbers (JSON). Browser-safe; every
 * message says what to do.
 */
import { z } from "zod";
import type { LookupItem } from "db/lookups";
import { formatNumber } from "~/core/values/noun";
import { holdsNoCard, noCards } from "~/core/values/cards";
import { asciiAddress, canonicalAddress } from "db/email-address";
import { recordId } from "~/core/values/ids";
import { hundredthsOf, moneyText, parseMoney, parsePercent } from "~/core/values/money";
import { isQuantity, parseQuantity, thousandths } from "~/core/values/quantity";
import { ambiguousWhole, ungrouped } from "~/core/values/whole";

// Rejects control characters and lone surrogates, which are not characters.
const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

// Rejects text of only invisible characters, such as direction marks and joiners.
const showsSomething = /[\p{L}\p{N}\p{P}\p{S}]/u;

interface TextRule {
  max: number;
  /** Error message for an empty field, such as "Enter a name". Without it the field is optional. */
  ask?: string;
}

/** One line of text, trimmed. Rejects payment card numbers; fields meant for these mask them themselves. */
export function text({ max, ask }: TextRule) {
  const rule = z
    .string({ error: ask ?? "Enter text here" })
    .trim()
    .max(max, `Keep this to ${max} characters`)
    .regex(oneLine, "Take out the line breaks and control characters")
    .refine(holdsNoCard, noCards);
  return ask ? rule.min(1, ask).regex(showsSomething, ask) : rule;
}

// Line breaks are the only control characters allowed in longer text.
const severalLines = /^(?:\n|[^\p{Cc}\p{Cs}])*$/u;

/** Normalizes line breaks and trims the text. */
export const tidyLines = (typed: string) => typed.replace(/\r\n?|[\u2028\u2029]/g, "\n").trim();

interface LongTextRule extends TextRule {
  /** Replaces each tab by four spaces, for code in Markdown. Without it tabs are rejected. */
  tabs?: boolean;
}

/** Several lines of text, trimmed. Every kind of line break becomes `\n` and counts as one character. */
export function longText({ max, ask, tabs }: LongTextRule) {
  const rule = z
    .string({ error: ask ?? "Enter text here" })
    .overwrite((typed) => tidyLines(tabs ? typed.replaceAll("\t", "    ") : typed))
    .max(max, `Keep this to ${max} characters`)
    .regex(severalLines, tabs ? "Take out the control characters" : "Take out the tabs and control characters")
    .refine(holdsNoCard, noCards);
  return ask ? rule.min(1, ask).regex(showsSomething, ask) : rule;
}

const isAddress = z.email();

/** An email address, in lower case and with its domain in Unicode. */
export const email = () =>
  z
    .string({ error: "Enter an e-mail address" })
    .overwrite(canonicalAddress)
    .min(1, "Enter an e-mail address")
    .max(254, "Keep this to 254 characters")
    .refine(holdsNoCard, noCards)
    .meta({ format: "email" })
    .refine(
      (address) => address === "" || isAddress.safeParse(asciiAddress(address)).success,
      "Enter a full address, such as name@example.com",
    );

/** An optional email address: "", or null in JSON. */
export const emailOrNone = () =>
  z
    .preprocess(
      (given) => (isBlank(given) ? "" : given),
      z.union([z.literal(""), email(), z.null()], "Enter a full address, such as name@example.com"),
    )
    .transform((address) => address ?? "");

/** A phone number as people write it; may be empty. */
export const phone = () =>
  z
    .string({ error: "Enter a phone number" })
    .trim()
    .max(30, "Keep this to 30 characters")
    .regex(/^\+?[\d\s().\-/]*$/, "Enter digits, spaces and + ( ) - only, such as +44 20 5550 0118")
    // The shortest number of a country (Niue's +683 and four digits), and the shortest extension inside a company.
    .regex(/^(?!\+|00)|^(?:\+|00)(?:\D*\d){7}/, "Enter at least 7 digits after + or 00, such as +44 20 5550 0118")
    .regex(/^$|(?:\d\D*){3}/, "Enter at least 3 digits, such as +44 20 5550 0118")
    .refine(holdsNoCard, noCards);

/** One value of a lookup list, ignoring case. */
export function choice<Value extends string>(items: readonly (LookupItem & { value: Value })[], ask: string) {
  return z
    .string({ error: ask })
    .meta({ enum: items.map(({ value }) => value) })
    .transform((given, context): Value => {
      const item = items.find((item) => item.value.toLowerCase() === given.trim().toLowerCase());
      return item ? item.value : refuse(context, ask);
    });
}

/** Like `choice`, but may be empty. */
export const choiceOrNone = <Value extends string>(items: readonly (LookupItem & { value: Value })[], ask: string) =>
  choice<Value | "">([...items, { id: 0, title: "", value: "" }], ask);

/** Like `choice`, but an empty text means `usual`. */
export const choiceOrUsual = <Value extends string>(
  items: readonly (LookupItem & { value: Value })[],
  ask: string,
  usual: Value,
) => choiceOrNone(items, ask).transform((value): Value => value || usual);

/** Any values of a lookup list, each once and in the list's order. */
export const choices = <Value extends string>(items: readonly (LookupItem & { value: Value })[], ask: string) =>
  z
    .array(choice(items, ask))
    .transform((chosen) =>
      items.map(({ value }) => value).filter((value) => (chosen as readonly string[]).includes(value)),
    );

const isBlank = (given: unknown) => typeof given === "string" && given.trim() === "";

/**
 * Makes a rule nullable: empty text, as forms send it, and JSON's null become `null`. Use `.optional()` to allow the
 * field to be missing.
 */
export const orNone = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess((given) => (isBlank(given) ? null : given), rule.nullable());

const textOrNumber = (ask: string) => z.union([z.string(), z.number()], ask);

/** Adds an issue that says what to do about the value. */
export function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

interface MoneyRule {
  /** Error message if the amount is missing or too small, such as "Enter a price above 0". */
  ask?: string;
  /** Minimum in cents; 0 by default. */
  least?: number;
}

const amountExample = "Enter an amount such as 12.50";

/** An amount in cents, from "$1,240.50" or 1240.5. More than two decimals are rejected, not rounded. */
export function money({ ask, least = 0 }: MoneyRule = {}) {
  return textOrNumber(ask ?? amountExample).transform((given, context): number => {
    const cents = typeof given === "number" ? hundredthsOf(given) : parseMoney(given);
    if (cents === undefined) return refuse(context, (isBlank(given) && ask) || amountHint(given));
    return cents >= least
      ? cents
      : refuse(context, ask ?? `Enter ${least === 0 ? "an amount of 0" : moneyText(least)} or more`);
  });
}

/** Explains the two-decimal limit for input such as "1.234", which is meant as more than a thousand. */
const amountHint = (given: string | number) =>
  typeof given === "string" && /\.\d{3,}$/.test(given.trim())
    ? `${amountExample}, with at most two digits after the point`
    : amountExample;

/**
 * A percentage from 0 to `most`, by default 99.99, in hundredths of a percent, from "12.5", "12.5 %" or 12.5. Empty
 * text is 0.
 */
export function percent(most = 9_999) {
  const ask = `Enter a percentage from 0 to ${most / 100}`;
  return textOrNumber(ask).transform((given, context): number => {
    const hundredths = typeof given === "number" ? hundredthsOf(given) : isBlank(given) ? 0 : parsePercent(given, most);
    return hundredths !== undefined && hundredths >= 0 && hundredths <= most ? hundredths : refuse(context, ask);
  });
}

/** A quantity above 0 with up to three decimals, from text or a number. */
export function quantity() {
  const ask = "Enter a quantity above 0, such as 2 or 1.5";
  return textOrNumber(ask).transform((given, context): number => {
    const number = typeof given === "string" ? parseQuantity(given) : isQuantity(given) ? thousandths(given) / 1000 : 0;
    const ambiguous = typeof given === "string" ? ambiguousWhole(given) : undefined;
    return number && !ambiguous ? number : refuse(context, ambiguous ?? ask);
  });
}

interface WholeRule {
  /** Error message if the value is missing or no whole number, such as "Enter stock as a whole number". */
  ask: string;
  least?: number;
  most?: number;
}

/** A whole number from text or a number, by default of at most nine digits. */
export function integer({ ask, least = 0, most = 999_999_999 }: WholeRule) {
  return textOrNumber(ask).transform((given, context): number => {
    const isWhole = typeof given === "number" ? Number.isInteger(given) : /^-?\d+$/.test(given.trim());
    if (!isWhole) return refuse(context, (typeof given === "string" && ambiguousWhole(given)) || ask);
    const number = Number(given) + 0; // + 0 makes −0 a plain zero
    const [from, to] = [least, most].map((limit) => formatNumber(limit));
    return number >= least && number <= most ? number : refuse(context, `Enter a whole number from ${from} to ${to}`);
  });
}

/** Wraps a whole-number rule for forms: allows thousands separators. */
export const groupedWhole = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess((given) => (typeof given === "string" ? ungrouped(given) : given), rule);

/** Range of past timestamps, in milliseconds since 1970; clocks differ by up to a day. */
const firstMoment = Date.UTC(1970, 0, 2);
const maxAheadMs = 24 * 60 * 60 * 1000;

/** A past timestamp, such as `2026-11-21T10:15:00Z`, or a date at midnight UTC; up to a day ahead is accepted. */
export const pastMoment = (ask: string) =>
  z.union([z.iso.datetime({ offset: true }), z.iso.date()], ask).transform((given, context): Date => {
    const at = new Date(given);
    if (at.getTime() >= firstMoment && at.getTime() <= Date.now() + maxAheadMs) return at;
    context.addIssue({ code: "custom", message: "Enter a moment between 1970 and now" });
    return z.NEVER;
  });

/** Latest date accepted. */
export const lastDay = "2999-12-31";

/**
 * A date such as `2026-11-21`, between 1900 and 2999, as text. A timestamp is converted to its date in UTC, as rules do
 * not know the site's time zone.
 */
export function day(ask: string) {
  return z.string({ error: ask }).transform((given, context): string => {
    const text = given.trim();
    const day = z.iso.datetime({ offset: true }).safeParse(text).success
      ? new Date(text).toISOString().slice(0, 10)
      : text;
    if (!z.iso.date().safeParse(day).success)
      return refuse(context, day === "" ? ask : "Enter a day that exists, such as 2026-11-21");
    return day >= "1900" && day <= lastDay ? day : refuse(context, "Enter a day between 1900 and 2999");
  });
}

/** Such a date, or "" for none. */
export const dayOrNone = (ask: string) => orNone(day(ask)).transform((given) => given ?? "");

/** The id of another record, from a number or its digits. Does not check that the record exists. */
export const recordRef = (ask: string) =>
  textOrNumber(ask).transform(
    (given, context): number => recordId(typeof given === "string" ? given.trim() : given) || refuse(context, ask),
  );
