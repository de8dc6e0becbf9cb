import { redirect } from "@remix-run/node";
import { and, eq, isNull } from "drizzle-orm";
import { readForm } from "~/lib/form.server";
import { samePath } from "~/lib/respond.server";
import { write } from "db";
import type { messages, notifications, User } from "db/schema";

/** Marks everything in one's own inbox as read and leads back. Read marks are nobody else's business, so they stay out of the journal. */
export async function markRead(me: User, request: Request, table: typeof notifications | typeof messages) {
  const back = samePath((await readForm(request)).get("back"), "/");
  await write(async (tx) => {
    await tx.update(table).set({ readAt: new Date() }).where(and(eq(table.userId, me.id), isNull(table.readAt)));
  });
  return redirect(back, 303);
}
