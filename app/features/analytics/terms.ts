/** Decides which search terms are stored. Browser-safe. */
import { fold } from "db/fold";
import { plainDigits } from "~/core/values/digits";

/** Maximum length of a stored term, in characters. */
const maxLength = 100;

/**
 * Returns the term to store, folded and shortened; undefined if it contains an e-mail address, or a number as long as
 * that of a phone or card.
 */
export function storableTerm(typed: string): string | undefined {
  const isPrivate = typed.includes("@") || /\d(?:[^\p{L}\d]{0,3}\d){5}/u.test(plainDigits(typed));
  return isPrivate ? undefined : fold(typed).replace(/\s+/g, " ").trim().slice(0, maxLength) || undefined;
}

/** Whether one term continues the other. */
export const continuesTerm = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
