/** FAQs and tickets for tests. */
import { write } from "db";
import { type Faq, faqs, type Ticket, tickets } from "db/schema";

/**
 * Puts FAQs in, without a past: published ones about orders, each after the one before, where nobody says otherwise.
 */
export async function addFaqs(...values: Partial<typeof faqs.$inferInsert>[]): Promise<Faq[]> {
  const common = {
    question: "How do I send it back?",
    answer: "Put it into its box.",
    topic: "Orders and returns",
    status: "Published",
  } as const;
  return write(async (tx) =>
    tx
      .insert(faqs)
      .values(values.map((value, index) => ({ ...common, position: index + 1, ...value })))
      .returning(),
  );
}

/** Puts tickets in, without a conversation: open ones of nobody here, where nobody says otherwise. */
export async function addTickets(...values: Partial<typeof tickets.$inferInsert>[]): Promise<Ticket[]> {
  const common = {
    subject: "It is broken",
    status: "Open",
    priority: "Normal",
    topic: "Orders and returns",
    requesterName: "Olga",
  } as const;
  return write(async (tx) =>
    tx
      .insert(tickets)
      .values(values.map((value) => ({ ...common, ...value })))
      .returning(),
  );
}
