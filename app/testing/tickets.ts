/** Tickets and replies for tests. */
import { asc, eq } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { replies, type Ticket, type User } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { openTicket } from "~/features/support/tickets/replies/replies.server";
import { action, loader } from "~/features/support/tickets/ticket";
import { type Answer, run, signedIn } from "./requests";

/** Opens a ticket as this user. */
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

/** Returns the data of a ticket's page for this user. */
export async function pageOf(ticket: Pick<Ticket, "id">, person: User, search = "") {
  return (
    await run<Awaited<ReturnType<typeof loader>>>(
      loader,
      await signedIn(`/support/tickets/${ticket.id}${search}`, person),
      { id: String(ticket.id) },
    )
  ).data;
}

/** Submits the reply form of a ticket, with files. `search` is the query string of the page, such as `?list=…`. */
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

/** Returns all replies to a ticket, including internal notes. */
export const repliesOf = async ({ id }: Pick<Ticket, "id">) =>
  (await db.select().from(replies).where(eq(replies.ticketId, id)).orderBy(asc(replies.id))).map(({ body }) => body);
