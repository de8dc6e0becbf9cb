/** Signed unsubscribe links, which work without signing in. */
import { config } from "config";
import { recordId } from "~/core/values/ids";
import { isSignature, signature } from "~/core/process/secrets.server";
import { isEvent, isOptional, titleOf } from "./events";

/** Kind of the weekly digest in unsubscribe links, next to the names of events. */
export const digestMails = "digest";

const purpose = "links that unsubscribe";
const signed = (person: string, from: string) => `${person} ${from}`;

/**
 * The address of the page that ends mails of these kinds to a person. It opens nothing else, and never expires: a mail
 * may be read years later.
 */
export function unsubscribeLink(personId: number, kinds: string[]): string {
  const [person, from] = [String(personId), kinds.join(",")];
  return `${config.appUrl}/unsubscribe?${new URLSearchParams({ person, from, code: signature(signed(person, from), purpose) }).toString()}`;
}

/** Returns the person and the kinds of mail in a link, or undefined if its signature is invalid. */
export function readUnsubscribeLink(url: string): { personId: number; kinds: string[] } | undefined {
  const { searchParams } = new URL(url);
  const [person = "", from = "", code = ""] = ["person", "from", "code"].map(
    (name) => searchParams.get(name) ?? undefined,
  );
  if (!isSignature(code, signed(person, from), purpose)) return undefined;
  // A link may outlive the events that it names.
  return {
    personId: recordId(person),
    kinds: from.split(",").filter((kind) => kind === digestMails || (isEvent(kind) && isOptional(kind))),
  };
}

/** Kinds of mails in words, such as "New order, Low stock". */
export const eventTitles = (kinds: string[]): string =>
  kinds.map((kind) => (kind === digestMails ? "Weekly digest" : (titleOf(kind) ?? kind))).join(", ") ||
  "what Portico sends no mails about any more";

/**
 * Returns the headers for the unsubscribe button of mail clients (RFC 2369) and for one-click unsubscribe (RFC 8058).
 */
export const unsubscribeHeaders = (link: string) => ({
  "List-Unsubscribe": `<${link}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
