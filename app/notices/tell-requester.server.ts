import { eq } from "drizzle-orm";
import type { Transaction } from "db";
import { type Ticket, users } from "db/schema";
import { queueMail } from "~/mail/mail.server";
import { answerMail } from "./notice-mails";
import { type News, tellPerson } from "./tell.server";

/**
 * Tells who asked that they were answered. Who has an account is told as they wish; who has none gets the answer by mail. Who was
 * kept out or is in the trash gets nothing.
 */
export async function tellRequester(tx: Transaction, ticket: Ticket, news: News & { answer: string }) {
  const { requesterId, requesterEmail } = ticket;
  const concerns = { entity: "tickets", recordId: ticket.id };
  const [person] = requesterId === null ? [] : await tx.select().from(users).where(eq(users.id, requesterId));
  if (person?.uid) return tellPerson(tx, "ticketAnswered", { ...news, concerns }, person.id);
  const mayHear = !person || (!person.deletedAt && (person.status === "Active" || person.status === "Pending"));
  if (mayHear && requesterEmail) await queueMail(tx, { ...answerMail(requesterEmail, ticket, news.answer), concerns });
}
