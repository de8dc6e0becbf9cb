/**
 * The rules that forms and the API share: what a form has as text, JSON may have as a number. Browser-safe. Every
 * message says what to do.
 */
import { z } from "zod";
import type { LookupItem } from "db/lookups";
import { formatNumber } from "~/core/values/noun";
import { holdsNoCard, noCards } from "~/core/values/cards";
import { asciiAddress, canonicalAddress } from "db/email-address";
import { recordId } from "~/core/values/ids";
import { hundredthsOf, moneyText, parseMoney, parsePercent } from "~/core/values/money";
import { ambiguousWhole, ungrouped } from "~/core/values/whole";

// Control characters have no place in a line of text; a lone surrogate is no character at all.
const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

// Marks of direction and joiners alone show nothing.
const showsSomething = /[\p{L}\p{N}\p{P}\p{S}]/u;

interface TextRule {
  max: number;
  /** Asks for the field when it is empty, such as "Enter a name". Without it the field may stay empty. */
  ask?: string;
}

/**
 * One line of text, trimmed. No text takes the number of a payment card: fields that are for one mask it themselves.
 */
export function text({ max, ask }: TextRule) {
  const rule = z
    .string({ error: ask ?? "Enter text here" })
    .trim()
    .max(max, `Keep this to ${max} characters`)
    .regex(oneLine, "Take out the line breaks and control characters")
    .refine(holdsNoCard, noCards);
  return ask ? rule.min(1, ask).regex(showsSomething, ask) : rule;
}

// Of control characters only line breaks have a place in longer text.
const severalLines = /^(?:\n|[^\p{Cc}\p{Cs}])*$/u;

/** Several lines as they are kept, however their line breaks were written. */
export const tidyLines = (typed: string) => typed.replace(/\r\n?|[\u2028\u2029]/g, "\n").trim();

interface LongTextRule extends TextRule {
  /** Takes tabs, as code in Markdown has them, and makes four spaces of each. Without it they are refused. */
  tabs?: boolean;
}

/** Several lines of text, trimmed. However a line break was written, it becomes `\n` and counts as one character. */
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

/** An e-mail address, kept in lower case and with its domain in its own letters. */
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

/** The same, or empty text where there is none, for which JSON may have null. */
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
    .regex(/^$|(?:\d\D*){3}/, "Enter the whole number, such as +44 20 5550 0118")
    .refine(holdsNoCard, noCards);

/** One value of a lookup list, whatever its case. */
export function choice<Value extends string>(items: readonly (LookupItem & { value: Value })[], ask: string) {
  return z
    .string({ error: ask })
    .meta({ enum: items.map(({ value }) => value) })
    .transform((given, context): Value => {
      const item = items.find((item) => item.value.toLowerCase() === given.trim().toLowerCase());
      return item ? item.value : refuse(context, ask);
    });
}

/** The same where none may be chosen: that is empty text. */
export const choiceOrNone = <Value extends string>(items: readonly (LookupItem & { value: Value })[], ask: string) =>
  choice<Value | "">([...items, { id: 0, title: "", value: "" }], ask);

/** Any of a list, each once and in the list's order. */
export const choices = <Value extends string>(items: readonly (LookupItem & { value: Value })[], ask: string) =>
  z
    .array(choice(items, ask))
    .transform((chosen) =>
      items.map(({ value }) => value).filter((value) => (chosen as readonly string[]).includes(value)),
    );

const isBlank = (given: unknown) => typeof given === "string" && given.trim() === "";

/**
 * The same rule for what there may be none of: empty text, as forms send it, and JSON's null are `null`. Leaving it out
 * altogether takes `.optional()`.
 */
export const orNone = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess((given) => (isBlank(given) ? null : given), rule.nullable());

const textOrNumber = (ask: string) => z.union([z.string(), z.number()], ask);

/** Says what to do about a value that was read and is not right. */
function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

interface MoneyRule {
  /** Asks for the amount when it is missing or less than the least, such as "Enter a price above 0". */
  ask?: string;
  /** In cents; nothing less than 0 is ever taken unless this says so. */
  least?: number;
}

const amountExample = "Enter an amount such as 12.50";

/** An amount in cents, from "$1,240.50" or 1240.5. What has more decimals than two is refused, not rounded. */
export function money({ ask, least = 0 }: MoneyRule = {}) {
  return textOrNumber(ask ?? amountExample).transform((given, context): number => {
    const cents = typeof given === "number" ? hundredthsOf(given) : parseMoney(given);
    if (cents === undefined) return refuse(context, (isBlank(given) && ask) || amountHint(given));
    return cents >= least
      ? cents
      : refuse(context, ask ?? `Enter ${least === 0 ? "an amount of 0" : moneyText(least)} or more`);
  });
}

/** Says what is wrong with "1.234" too: whoever means more than a thousand by it sees nothing wrong. */
const amountHint = (given: string | number) =>
  typeof given === "string" && /\.\d{3,}$/.test(given.trim())
    ? `${amountExample}, with at most two digits after the point`
    : amountExample;

/**
 * A percentage from 0 to below 100 in hundredths of a percent, from "12.5", "12.5 %" or 12.5. Empty text is none: 0.
 */
export function percent() {
  const ask = "Enter a percentage from 0 to 99.99";
  return textOrNumber(ask).transform((given, context): number => {
    const hundredths = typeof given === "number" ? hundredthsOf(given) : isBlank(given) ? 0 : parsePercent(given);
    return hundredths !== undefined && hundredths >= 0 && hundredths < 10_000 ? hundredths : refuse(context, ask);
  });
}

interface WholeRule {
  /** Asks for the number when it is missing or none, such as "Enter stock as a whole number". */
  ask: string;
  least?: number;
  most?: number;
}

/** A whole number, of at most nine digits unless told otherwise, from text or a number. */
export function integer({ ask, least = 0, most = 999_999_999 }: WholeRule) {
  return textOrNumber(ask).transform((given, context): number => {
    const isWhole = typeof given === "number" ? Number.isInteger(given) : /^-?\d+$/.test(given.trim());
    if (!isWhole) return refuse(context, (typeof given === "string" && ambiguousWhole(given)) || ask);
    const number = Number(given) + 0; // + 0 makes −0 a plain zero
    const [from, to] = [least, most].map((limit) => formatNumber(limit));
    return number >= least && number <= most ? number : refuse(context, `Enter a whole number from ${from} to ${to}`);
  });
}

/** The rule of a whole number as forms have it: people part its thousands. */
export const typedWhole = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess((given) => (typeof given === "string" ? ungrouped(given) : given), rule);

/** The range of moments in the past, in milliseconds since 1970: clocks differ by up to a day. */
const firstMoment = Date.UTC(1970, 0, 2);
const maxAheadMs = 24 * 60 * 60 * 1000;

/** A moment, such as `2026-11-21T10:15:00Z`, or the beginning of a day in UTC. Never far ahead of now. */
export const pastMoment = (ask: string) =>
  z.union([z.iso.datetime({ offset: true }), z.iso.date()], ask).transform((given, context): Date => {
    const at = new Date(given);
    if (at.getTime() >= firstMoment && at.getTime() <= Date.now() + maxAheadMs) return at;
    context.addIssue({ code: "custom", message: "Enter a moment between 1970 and now" });
    return z.NEVER;
  });

/** No day here is later. */
export const lastDay = "2999-12-31";

/**
 * A day such as `2026-11-21`, between 1900 and 2999, as text. An instant in ISO form, as programs send one, is taken
 * for its day in UTC: rules do not know the site's time zone.
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

/**
 * The number of another record, from a number or its digits. Whether there is such a record is for the change to check.
 */
export const recordRef = (ask: string) =>
  textOrNumber(ask).transform(
    (given, context): number => recordId(typeof given === "string" ? given.trim() : given) || refuse(context, ask),
  );
