import { sameStatus, statusWord } from "~/core/values/status";
import { formatMoney } from "~/core/values/money";
import { RuleViolation } from "./act.server";

export interface StatusAbout {
  /** Reason for the change. */
  note?: string;
  /** Status that the user saw. */
  seen?: string;
  /** Amount that the user saw beside the button, in cents; see `confirmedAmount`. */
  seenAmountCents?: number;
}

/** Throws a `RuleViolation` naming both amounts if the record's amount differs from the one that the user saw. */
export function assertAmountAsSeen(label: string, amountCents: number, seenAmountCents: number): void {
  if (amountCents === seenAmountCents) return;
  throw new RuleViolation({
    "": `${label} comes to ${formatMoney(amountCents)} now, no longer ${formatMoney(seenAmountCents)}: somebody changed it meanwhile. Nothing was changed. Press the button again if ${formatMoney(amountCents)} is right.`,
  });
}

/**
 * Throws a `RuleViolation` if the record's status differs from the one that the user saw, so that nobody overwrites an
 * unseen change.
 */
export function assertStatusAsSeen(label: string, now: string, seen: string): void {
  if (sameStatus(now, seen)) return;
  throw new RuleViolation({
    "": `${label} is ${statusWord(now)} now, no longer ${statusWord(seen)}: somebody changed it meanwhile. Look again before you change it.`,
  });
}
