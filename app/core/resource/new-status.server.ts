import { sameStatus, statusWord } from "~/core/values/status";
import { formatMoney } from "~/core/values/money";
import { RuleViolation } from "./act.server";

export interface StatusAbout {
  /** Why. */
  note?: string;
  /** The status that was shown to who asks for another. */
  seen?: string;
  /** The total that was shown beside it, in cents. */
  seenTotalCents?: number;
}

/** Throws `RuleViolation` for a record that comes to another total by now than was seen; names both. */
export function assertTotalAsSeen(label: string, totalCents: number, seenTotalCents: number): void {
  if (totalCents === seenTotalCents) return;
  throw new RuleViolation({
    "": `${label} comes to ${formatMoney(totalCents)} now, no longer ${formatMoney(seenTotalCents)}: somebody changed it meanwhile. Nothing was changed. Press the button again if ${formatMoney(totalCents)} is right.`,
  });
}

/**
 * Throws `RuleViolation` for a record that has another status by now than was seen, so that nobody overwrites what they
 * do not know of.
 */
export function assertAsSeen(label: string, now: string, seen: string): void {
  if (sameStatus(now, seen)) return;
  throw new RuleViolation({
    "": `${label} is ${statusWord(now)} now, no longer ${statusWord(seen)}: somebody changed it meanwhile. Look again before you change it.`,
  });
}
