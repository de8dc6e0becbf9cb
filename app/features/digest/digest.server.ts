/** The weekly digest, sent at the day and hour that each user chose. */
import { eq } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { db, type Transaction, write } from "db";
import { addDays, atHour, dayAt } from "db/dates";
import { digests, type StoredPreferences, users } from "db/schema";
import { howMany } from "~/core/values/noun";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { listHref } from "~/core/list/list";
import { countMatching } from "~/core/list/counting.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { queueMail } from "~/core/mail/mail.server";
import { orderResource } from "~/features/orders/orders.server";
import { productResource } from "~/features/products/products.server";
import { waitingListing } from "~/features/team/lists.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { formatDate } from "~/core/values/time-format";
import { digestMail, type Figure } from "~/features/notifications/notification-mails";
import { type Access, whereHasLogin, may, type Permission } from "~/core/access/access.server";
import { chunks } from "~/core/values/chunks";
import { peopleAtOnce } from "~/features/notifications/notify.server";
import { preferencesOf } from "~/features/notifications/preferences";

const day = 24 * 3_600_000;

/** The last moment, now or before, that a digest was due. */
export function lastDue({ day, hour }: NonNullable<StoredPreferences["digest"]>, now: Date, timeZone: string): Date {
  const today = dayAt(now, timeZone);
  const latest = addDays(today, -((new Date(today).getUTCDay() - day + 7) % 7));
  const due = atHour(latest, hour, timeZone);
  return due <= now ? due : atHour(addDays(latest, -7), hour, timeZone);
}

/** Whether a digest is due. It may be late by at most a day, and changing the hour never gives two within a day. */
export function isDue(digest: StoredPreferences["digest"], last: Date | null, now: Date, timeZone: string): boolean {
  if (!digest) return false;
  const due = lastDue(digest, now, timeZone);
  return now.getTime() - due.getTime() < day && (!last || (last < due && now.getTime() - last.getTime() >= day));
}

/**
 * Sends the digests that are due, and records each before sending, so that none is sent twice. Returns how many;
 * empty digests are skipped.
 */
export async function sendDigests(): Promise<number> {
  const now = new Date();
  const { id, email, notices, access, areas } = users;
  const everybody = await db
    .select({ id, email, notices, access, areas, last: digests.sentAt })
    .from(users)
    .leftJoin(digests, eq(digests.userId, id))
    .where(whereHasLogin);
  const people = everybody.filter(({ notices, last }) => isDue(preferencesOf(notices).digest, last, now, timeZone()));
  if (people.length === 0) return 0;

  const { period, figures } = await lastWeek(now);
  for (const chunk of chunks(people, peopleAtOnce)) await write((tx) => sendTo(tx, chunk));
  return people.filter((person) => figuresFor(person).length > 0).length;

  async function sendTo(tx: Transaction, some: typeof people) {
    for (const person of some) {
      await tx
        .insert(digests)
        .values({ userId: person.id, sentAt: now })
        .onConflictDoUpdate({ target: digests.userId, set: { sentAt: now } });
      const theirs = figuresFor(person);
      if (theirs.length > 0) await queueMail(tx, digestMail(person, period, theirs));
    }
  }

  function figuresFor(person: Access) {
    return figures.filter(({ needs }) => may(person, needs));
  }
}

/**
 * Returns the figures for the seven days before today and for open work. Each equals the row count of the list that
 * it links to.
 */
async function lastWeek(now: Date): Promise<{ period: string; figures: (Figure & { needs: Permission })[] }> {
  const today = dayAt(now, timeZone());
  const [from, to] = [addDays(today, -7), addDays(today, -1)];
  const figures = [
    await figure(orderResource.listing, { from, to }, "new order", "new orders", "sales.view"),
    await figure(invoiceResource.listing, { status: "overdue" }, "overdue invoice", "overdue invoices", "sales.view"),
    await figure(ticketResource.listing, { status: "Open" }, "open ticket", "open tickets", "support.view"),
    await figure(
      productResource.listing,
      { stock: "low" },
      "product low in stock",
      "products low in stock",
      "sales.view",
    ),
    await figure(waitingListing, {}, "person awaiting approval", "people awaiting approval", "team.invite"),
  ];
  return {
    period: `New is what came from ${formatDate(from)} to ${formatDate(to)}; the rest is as of now.`,
    figures: figures.flat(),
  };
}

async function figure<Table extends ListTable>(
  listing: Listing<Table>,
  filters: Record<string, string>,
  one: string,
  many: string,
  needs: Permission,
): Promise<(Figure & { needs: Permission })[]> {
  const href = listHref({ path: listing.path, search: "" }, filters);
  const count = await countMatching(listing, parseListQuery(listing, new URLSearchParams(filters)));
  return count > 0 ? [{ text: howMany(count, { one, many }), href, needs }] : [];
}
