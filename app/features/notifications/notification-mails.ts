/** The mails about business events. Plain text, so that all mail programs show them alike. */
import { config } from "config";
import { formatNumber } from "~/core/values/noun";
import type { Mail } from "~/core/mail/mail.server";
import { digestMails, eventTitles, unsubscribeHeaders, unsubscribeLink } from "./unsubscribe-link.server";

interface MailedEvent {
  event: string;
  /** A sentence without the full stop, such as "Order #7 came in, $41.30". */
  text: string;
  href: string;
  /** The subject of its mail, where that is not to be made of the text. */
  subject?: string;
  /** The full text of the reply. */
  answer?: string;
}

/** A mail names so many things, and says how many more there are. */
const maxNamed = 20;

interface Person {
  id: number;
  email: string;
}

const foot = (kinds: string[], link: string) => `You get this mail because you asked for: ${eventTitles(kinds)}.
To end such mails:
${link}

All that you are told of:
${config.appUrl}/settings/notification
`;

const eventLine = ({ text, href, answer }: MailedEvent) =>
  `${text}.\n${answer === undefined ? "" : `\n${answer.trim()}\n\n`}${config.appUrl}${href}\n`;

const remainderLine = (count: number) =>
  count > 0 ? `\nand ${formatNumber(count)} more:\n${config.appUrl}/notifications\n` : "";

/** Returns one mail about one or several events. */
export function eventMail({ id, email }: Person, told: MailedEvent[]): Mail {
  const kinds = [...new Set(told.map(({ event }) => event))];
  const link = unsubscribeLink(id, kinds);
  const [first] = told;
  return {
    to: email,
    subject:
      first && told.length === 1
        ? (first.subject ?? `${eventTitles(kinds)}: ${first.text}`)
        : `${formatNumber(told.length)} things happened at Portico`,
    about: `a notice: ${eventTitles(kinds)}`,
    text: `${told.slice(0, maxNamed).map(eventLine).join("\n")}${remainderLine(told.length - maxNamed)}
${foot(kinds, link)}`,
    headers: unsubscribeHeaders(link),
  };
}

interface MailedTicket {
  id: number;
  subject: string;
}

/** Returns the mail about a ticket to a requester without an account, who gets no other news of it. */
export function requesterMail(
  to: string,
  { id, subject }: MailedTicket,
  { mail, answer }: { mail: string; answer?: string },
): Mail {
  return {
    to,
    subject: `Ticket #${id}: ${subject}`,
    about: `news of ticket #${id}`,
    text: `${mail}${
      answer === undefined
        ? "."
        : `:

${answer.trim()}`
    }

You get this mail because you asked us. Nobody reads what is sent to its address.
`,
  };
}

/** A figure of the digest, and where the rows are that it counts. */
export interface Figure {
  text: string;
  href: string;
}

export function digestMail({ id, email }: Person, period: string, figures: Figure[]): Mail {
  const link = unsubscribeLink(id, [digestMails]);
  return {
    to: email,
    subject: `Your week at Portico: ${figures.map(({ text }) => text).join(", ")}`,
    about: "a weekly digest",
    text: `${period}

${figures.map(({ text, href }) => `${text}\n${config.appUrl}${href}\n`).join("\n")}
${foot([digestMails], link)}`,
    headers: unsubscribeHeaders(link),
  };
}
