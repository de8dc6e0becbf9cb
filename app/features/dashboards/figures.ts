/** Types and calculations of dashboard figures. Browser-safe. */
import { currencySign } from "~/core/values/money";
import type { Counted } from "~/ui/chart/counted";

/** Numerator or denominator of a ratio, as a link such as "3 cancelled or returned". */
export interface Part extends Counted {
  text: string;
}

export interface Figure {
  title: string;
  /** Formatted value; "–" if it cannot be calculated. */
  text: string;
  /** The rows behind the value: for a ratio both parts, for a mean the sum and (`over`) the count. */
  of: Counted | { part: Part; whole: Part; over?: true };
  change: Change;
  /** The period or day that the change is relative to, such as "the 30 days before", or "3 Nov" for a current total. */
  versus: string;
  /** A line of how it went, drawn. */
  spark: string;
}

export interface Change {
  /** Formatted change such as "27.5%", "×50" or "0.8 pt"; "–" if there was no previous value. */
  text: string;
  direction: "up" | "down" | "same";
  /** Whether the change is good; undefined if it is neither. */
  good?: boolean;
}

const noChange: Change = { text: "–", direction: "same" };

/** Whether there was a previous value to compare with. */
export const isKnown = ({ text }: Change) => text !== noChange.text;

/** More than these say little: next to nothing was there before. */
const mostPercent = 999;

/**
 * Returns the change of a number in percent, or as a factor if it is very large. `better` says which direction is
 * good.
 */
export function changeOf(now: number | null, before: number | null, better?: "more" | "less"): Change {
  if (now === null || before === null || before === 0) return noChange;
  const percent = ((now - before) / Math.abs(before)) * 100;
  if (percent > mostPercent && before > 0) return change(percent, `×${decimal(Math.round(now / before))}`, better);
  return change(percent, `${decimal(Math.abs(percent))}%`, better);
}

/** Returns the change of a share in percentage points; both arguments are between 0 and 1. */
export function pointsOf(now: number | null, before: number | null, better?: "more" | "less"): Change {
  if (now === null || before === null) return noChange;
  const points = (now - before) * 100;
  return change(points, `${decimal(Math.abs(points))} pt`, better);
}

function change(by: number, text: string, better?: "more" | "less"): Change {
  if (Math.abs(by) < 0.05) return { text, direction: "same" };
  const direction = by > 0 ? "up" : "down";
  return { text, direction, good: better && (better === "more") === (direction === "up") };
}

/** Returns `part` / `whole`, or null if `whole` is 0. */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Returns a text such as "3.1%", or "–". */
export const percent = (share: number | null) => (share === null ? "–" : `${decimal(share * 100)}%`);

/** A number with one decimal at most, such as "82.5". */
export const decimal = (number: number) => oneDecimal.format(number);

const oneDecimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
/** A number as an axis has it, such as "40K". */
export const shortNumber = (number: number) => short.format(number);
/** An amount of cents as an axis has it, such as "$40K". */
export const shortMoney = (cents: number) => currencySign() + short.format(cents / 100);
