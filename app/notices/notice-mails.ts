/** The mails about what happens in the business. Plain text, so that every mail program shows them alike. */
import { config } from "config";
import type { Mail } from "~/mail/mail.server";
import { digestMails, kindsInWords, unsubscribeHeaders, unsubscribeLink } from "./unsubscribe-link.server";

export interface Told {
  event: string;
  /** A sentence without its full stop, such as "Order #7 came in, $41.30". */
  text: string;
  href: string;
}

interface Person {
  id: number;
  email: string;
}

const foot = (kinds: string[], link: string) => `You get this mail because you asked for: ${kindsInWords(kinds)}.
To end such mails:
${link}

All that you are told of:
${config.appUrl}/settings/notification
`;

/** One mail about what happened: one thing, or all that waited. */
export function eventMail({ id, email }: Person, told: Told[]): Mail {
  const kinds = [...new Set(told.map(({ event }) => event))];
  const link = unsubscribeLink(id, kinds);
  const [first] = told;
  return {
    to: email,
    subject: first && told.length === 1 ? `${kindsInWords(kinds)}: ${first.text}` : `${told.length} things happened at Portico`,
    text: `${told.map(({ text, href }) => `${text}.\n${config.appUrl}${href}\n`).join("\n")}
${foot(kinds, link)}`,
    headers: unsubscribeHeaders(link),
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
    text: `${period}

${figures.map(({ text, href }) => `${text}\n${config.appUrl}${href}\n`).join("\n")}
${foot([digestMails], link)}`,
    headers: unsubscribeHeaders(link),
  };
}
