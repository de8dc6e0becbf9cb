import { eq } from "drizzle-orm";
import type { Transaction } from "db";
import { type Ticket, users } from "db/schema";
import { queueMail } from "~/core/mail/mail.server";
import { requesterMail } from "./notification-mails";
import { type NewNotification, notifyPerson } from "./notify.server";

/**
 * Notifies the requester of a reply, or that the ticket was solved or closed: by their preferences if they have an
 * account, and otherwise by mail with the reply. Banned and deleted users get nothing.
 */
export async function notifyRequester(
  tx: Transaction,
  ticket: Ticket,
  event: "ticketAnswered" | "ticketSettled",
  news: NewNotification,
) {
  const { requesterId, requesterEmail } = ticket;
  const concerns = { entity: "tickets", recordId: ticket.id };
  const [person] = requesterId === null ? [] : await tx.select().from(users).where(eq(users.id, requesterId));
  if (person?.uid) return notifyPerson(tx, event, { ...news, concerns }, person.id);
  const mayHear = !person || (!person.deletedAt && (person.status === "Active" || person.status === "Pending"));
  if (mayHear && requesterEmail) await queueMail(tx, { ...requesterMail(requesterEmail, ticket, news), concerns });
}
