/** Builds mails to customers. Plain text, so that all mail programs show them alike. */
import { and, eq } from "drizzle-orm";
import { config } from "config";
import { db, type Transaction } from "db";
import { type Company, users } from "db/schema";
import { may, type Permission, whereHasLogin } from "~/core/access/access.server";
import { inOrder } from "~/core/http/respond.server";
import type { Mail } from "~/core/mail/mail.server";

interface CustomerMail extends Pick<Mail, "to" | "subject" | "about" | "concerns"> {
  name: string;
  /** Paragraphs of the mail; empty ones are omitted. */
  says: (string | false)[];
  /** The company as the mail names it. */
  company: Pick<Company, "name" | "address">;
  /** Link to the record, for customers who can open it. */
  link?: string;
}

/** A mail from the company: with a greeting, where to ask, and who wrote it. */
export function customerMail({ to, subject, about, concerns, name, says, company, link }: CustomerMail): Mail {
  const { support } = config;
  const parts = [
    `Hello ${name},`,
    ...says,
    link && `View or print it (login required):\n${link}`,
    questions(support),
    [company.name, company.address].filter(Boolean).join("\n"),
  ];
  return {
    to,
    about,
    concerns,
    fromName: company.name,
    subject: inOrder(subject),
    text: `${inOrder(parts.filter(Boolean).join("\n\n"))}\n`,
    ...(support.email && { headers: { "Reply-To": support.email } }),
  };
}

function questions({ email, phone }: typeof config.support) {
  const ways = [email && `write to ${email}`, phone && `call ${phone}`].filter(Boolean);
  return ways.length > 0 && `Any questions? Please ${ways.join(" or ")}.`;
}

/** Returns the link to a page for a customer who has a login and may open it. */
export async function linkFor(
  customerId: number | null,
  { href, needs }: { href: string; needs: Permission },
  from: Pick<Transaction, "select"> = db,
): Promise<string | undefined> {
  if (customerId === null) return undefined;
  const [person] = await from
    .select()
    .from(users)
    .where(and(eq(users.id, customerId), whereHasLogin));
  return person && may(person, needs) ? config.appUrl + href : undefined;
}
