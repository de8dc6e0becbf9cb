import { sameStatus } from "~/core/values/status";
import { RuleViolation } from "./act.server";

export interface StatusAbout {
  /** Why. */
  note?: string;
  /** The status that was shown to who asks for another. */
  seen?: string;
}

/**
 * Whether setting a status changes a record: one that has it already, in whatever case, stays as it is. Throws
 * `RuleViolation` for a record that has another one by now than was seen, so that nobody overwrites what they do not
 * know of.
 */
export function changesStatus(
  label: string,
  now: string,
  { status, seen = now }: { status: string; seen?: string },
): boolean {
  if (sameStatus(now, status)) return false;
  if (sameStatus(now, seen)) return true;
  throw new RuleViolation({
    "": `${label} is ${now.toLowerCase()} now, no longer ${seen.toLowerCase()}: somebody changed it meanwhile. Look again before you change it.`,
  });
}
