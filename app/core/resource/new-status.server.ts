import { sameStatus, statusWord } from "~/core/values/status";
import { RuleViolation } from "./act.server";

export interface StatusAbout {
  /** Why. */
  note?: string;
  /** The status that was shown to who asks for another. */
  seen?: string;
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
