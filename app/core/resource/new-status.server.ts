import { sameStatus, statusWord } from "~/core/values/status";
import { formatMoney } from "~/core/values/money";
import { RuleViolation } from "./act.server";

export interface StatusAbout {
  /** Reason for the change. */
  note?: string;
  /** Status that the user saw. */
  seen?: string;
  /** Answer to the question of the kind, see `ActionQuestion`. */
  choice?: string;
  /** Amounts that the user saw of the records, in cents, by id; see `confirmedAmount`. */
  seenAmounts?: SeenAmounts;
}

/** Amount that pages show beside a change of status: a balance that is due, or a total. */
export interface ConfirmedAmount {
  cents: number;
  isBalance: boolean;
}

/** Amounts in cents by record id. */
export type SeenAmounts = ReadonlyMap<string, number>;

/** Names both amounts if a record's amount differs from the one that the user saw; undefined otherwise. */
export function describeAmountChange(
  label: string,
  { cents, isBalance }: ConfirmedAmount,
  seenCents: number | undefined,
): string | undefined {
  if (seenCents === undefined || cents === seenCents) return undefined;
  const now = formatMoney(cents);
  return `${isBalance ? `${now} is due on ${label}` : `${label} comes to ${now}`} now, no longer ${formatMoney(seenCents)}`;
}

/** Throws a `RuleViolation` naming both amounts if the record's amount differs from the one that the user saw. */
export function assertAmountAsSeen(label: string, amount: ConfirmedAmount, seenCents: number | undefined): void {
  const change = describeAmountChange(label, amount, seenCents);
  if (!change) return;
  throw new RuleViolation({
    "": `${change}: somebody changed it meanwhile. Nothing was changed. Press the button again if ${formatMoney(amount.cents)} is right.`,
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
