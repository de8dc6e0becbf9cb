/** Sentences about mails that a request causes, also where no mail server is set up. */
import { config } from "config";
import { formatNumber, howMany } from "~/core/values/noun";

/** Whether mails are sent. Otherwise they are only saved as files. */
export const hasMailServer = (): boolean => Boolean(config.smtpUrl);

/** Whether links of accounts are mailed. Firebase mails its own. */
export const mailsAccountLinks = (): boolean => hasMailServer() || config.firebase !== undefined;

const notSent = "not sent: no mail server is set up (SMTP_URL)";
const mailNoun = { one: "mail", many: "mails" };

/** Returns what became of queued mails, without a full stop: "2 mails are on their way". */
export function queuedMails(mails: number): string {
  const [some, is, its] = mails === 1 ? ["A mail", "is", "its"] : [`${formatNumber(mails)} mails`, "are", "their"];
  if (hasMailServer()) return `${some} ${is} on ${its} way`;
  return `${some} ${mails === 1 ? "was" : "were"} saved in DATA_DIR/outbox, ${notSent}`;
}

/** Returns what became of a mailed document: "INV-0003 is on its way to books@dan.example". */
export const queuedTo = (what: string, to: string): string =>
  hasMailServer()
    ? `${what} is on its way to ${to}`
    : `The mail with ${what} for ${to} was saved in DATA_DIR/outbox, ${notSent}`;

/** Returns a sentence about an invitation: who is invited, and what to know of the mail, or that it was not sent. */
export const invitedSentence = (invited: string, ofMail: string): string =>
  `${invited}. ${hasMailServer() ? ofMail : `${queuedMails(1)}.`}`;

/**
 * Returns how many mails an act would send and to how many people, as a sentence. With `upTo` the number is an upper
 * bound.
 */
export function plannedMails({ mails, people, upTo }: { mails: number; people: number; upTo: boolean }): string {
  const some = `${upTo ? "Up to " : ""}${howMany(mails, mailNoun)}`;
  const whom = people < mails ? ` to ${howMany(people, { one: "person", many: "people" })}` : "";
  return hasMailServer()
    ? `${some}${whom} will be sent, which no undo calls back.`
    : `${some}${whom} will be saved in DATA_DIR/outbox, ${notSent}.`;
}
