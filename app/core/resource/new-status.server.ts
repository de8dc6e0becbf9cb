import { sameStatus, statusWord } from "~/core/values/status";
import { formatMoney } from "~/core/values/money";
import { RuleViolation } from "./act.server";

export interface StatusAbout {
  /** Reason for the change. */
  note?: string;
  /** Status that the user saw. */
  seen?: string;
  /** Total that the user saw, in cents. */
  seenTotalCents?: number;
}

/** Throws a `RuleViolation` naming both totals if the record's total differs from the one that the user saw. */
export function assertTotalAsSeen(label: string, totalCents: number, seenTotalCents: number): void {
  if (totalCents === seenTotalCents) return;
  throw new RuleViolation({
    "": `${label} comes to ${formatMoney(totalCents)} now, no longer ${formatMoney(seenTotalCents)}: somebody changed it meanwhile. Nothing was changed. Press the button again if ${formatMoney(totalCents)} is right.`,
  });
}

/**
 * Throws a `RuleViolation` if the record's status differs from the one that the user saw, so that nobody overwrites an
 * unseen change.
 */
export function assertAsSeen(label: string, now: string, seen: string): void {
  if (sameStatus(now, seen)) return;
  throw new RuleViolation({
    "": `${label} is ${statusWord(now)} now, no longer ${statusWord(seen)}: somebody changed it meanwhile. Look again before you change it.`,
  });
}
