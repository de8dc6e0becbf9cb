/** Tells forms that people fill in from those that programs send. */
import { isSignature, signature } from "~/core/process/secrets.server";

const purpose = "a form was drawn";
/** Nobody fills in a form in less; in milliseconds. */
const minDuration = 3_000;

/** Says when a form was drawn, so that only this site can say it. */
export const drawnNow = (at = Date.now()) => `${at}.${signature(String(at), purpose)}`;

/** Whether this site said so. */
export function isDrawn(drawn = ""): drawn is string {
  const [at = "", code = ""] = drawn.split(".");
  return isSignature(code, at, purpose);
}

interface Signs {
  /** What `drawnNow` said. */
  drawn?: string;
  /** A field that people do not see. */
  website?: string;
  /** Whether who sends it works here, where a question that came by telephone may be pasted in a second. */
  isTeam?: boolean;
}

/** What is wrong with a form that no person seems to have filled in, as a sentence; nothing when one has. */
export function notByHand({ drawn, website = "", isTeam }: Signs, now = Date.now()): string | undefined {
  if (website !== "")
    return "A field that people do not see was filled in. If a program fills in forms for you, empty the field “Website” and send it again.";
  if (!isDrawn(drawn)) return "The form arrived damaged. What you typed is still here: send it again.";
  return !isTeam && now - parseInt(drawn) < minDuration
    ? "That was quicker than anybody types. Look at it once more, and send it again."
    : undefined;
}
