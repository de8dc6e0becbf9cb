/** FAQs and tickets for tests. */
import { write } from "db";
import { type Faq, faqs, type Ticket, tickets } from "db/schema";

/** Inserts FAQs without journal entries; by default published ones about orders, in order. */
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

/** Inserts tickets without replies; by default open ones of a requester without an account. */
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
