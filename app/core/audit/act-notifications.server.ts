/** Notifications about a whole act link to its entries, and are withdrawn if it is undone. */
import { eq } from "drizzle-orm";
import type { Transaction } from "db";
import { notifications, waitingMails } from "db/schema";

/** Returns the URL of an act's entries in the activity. */
export const hrefOfAct = (batch: string) => `/activity?${new URLSearchParams({ change: batch }).toString()}`;

/** Deletes the notifications and pending mails about an act that is undone as a whole. */
export async function withdrawNotifications(tx: Transaction, batch: string) {
  await tx.delete(notifications).where(eq(notifications.href, hrefOfAct(batch)));
  await tx.delete(waitingMails).where(eq(waitingMails.href, hrefOfAct(batch)));
}
