/** News about a whole act: it leads to what the act did, and goes when that is taken back. */
import { eq } from "drizzle-orm";
import type { Transaction } from "db";
import { notifications, waitingMails } from "db/schema";

/** Where all of an act is, in the activity. */
export const hrefOfAct = (batch: string) => `/activity?${new URLSearchParams({ change: batch }).toString()}`;

/** What was told of an act that is taken back as a whole is no news any more. */
export async function withdrawNotifications(tx: Transaction, batch: string) {
  await tx.delete(notifications).where(eq(notifications.href, hrefOfAct(batch)));
  await tx.delete(waitingMails).where(eq(waitingMails.href, hrefOfAct(batch)));
}
