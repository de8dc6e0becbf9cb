/** Tickets, and forms that say something on them. */
import { asc, eq } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { replies, type Ticket, type User } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { openTicket } from "~/features/support/tickets/replies/replies.server";
import { action, loader } from "~/features/support/tickets/ticket";
import { type Answer, run, signedIn } from "./requests";

/** A ticket that somebody has opened. */
export async function addTicket(
  by: User,
  values: Partial<Ticket> = {},
  body = "Nothing has come yet.",
  key?: string,
): Promise<Ticket> {
  const made = await openTicket(
    by,
    {
      subject: "Where is my parcel?",
      topic: "Orders and returns",
      priority: "Normal",
      status: "Open",
      requesterId: by.id,
      ...values,
    },
    body,
    key,
  );
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return made.row;
}

/** The page of a ticket as somebody sees it. */
export async function pageOf(ticket: Pick<Ticket, "id">, person: User, search = "") {
  return (
    await run<Awaited<ReturnType<typeof loader>>>(
      loader,
      await signedIn(`/support/tickets/${ticket.id}${search}`, person),
      { id: String(ticket.id) },
    )
  ).data;
}

/**
 * Sends the form beneath a conversation, files and all. `search` is what the page's address says, such as `?list=…`.
 */
export async function sendReply(
  ticket: Pick<Ticket, "id">,
  person: User,
  fields: Record<string, string>,
  files: File[] = [],
  search = "",
): Promise<Answer<{ form: FormState }>> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const file of files) body.append("attachments", file);
  const request = new Request(`${config.appUrl}/support/tickets/${ticket.id}${search}`, { method: "POST", body });
  return run(action, await signedIn(request, person), { id: String(ticket.id) });
}

/** What was said on a ticket, notes and all. */
export const repliesOf = async ({ id }: Pick<Ticket, "id">) =>
  (await db.select().from(replies).where(eq(replies.ticketId, id)).orderBy(asc(replies.id))).map(({ body }) => body);
