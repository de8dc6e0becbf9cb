/** All data that Portico has about a user, as files of a ZIP: JSON for programs, CSV for spreadsheets. */
import { desc, eq, type InferSelectModel } from "drizzle-orm";
import { db } from "db";
import { apiTokens, creditNotes, messages, notifications, reviews, signIns, type User } from "db/schema";
import { listSessions } from "~/auth/sessions/sessions.server";
import { coursesOf, taughtBy } from "~/features/course/data.server";
import { careerOf } from "~/features/career/erase.server";
import { getFile } from "~/core/files/files.server";
import { filesOf as importedBy } from "~/core/import/imports.server";
import { ownOf } from "~/features/inbox/inbox.server";
import { fromAsRead } from "~/features/notifications/readable.server";
import { invoiceColumns } from "~/features/invoices/columns.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { activityColumns } from "~/core/audit/columns.server";
import { activityFor } from "~/core/audit/journal.server";
import { batches } from "~/core/list/batches.server";
import { type Columns, csv } from "~/core/list/export.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { pick } from "~/core/values/pick";
import { orderColumns } from "~/features/orders/columns.server";
import { orderResource } from "~/features/orders/orders.server";
import { draftsOf, faqVotesOf, filesOf, ticketsOf, writtenBy } from "~/features/support/data.server";
import { paymentColumns } from "~/features/payments/columns.server";
import { paymentResource } from "~/features/payments/payments.server";
import { savedBy } from "~/features/views/erase.server";
import { accountFields } from "~/features/users/account-fields";
import { userFields } from "~/features/users/fields";
import { visitsOf } from "~/features/analytics/retention.server";

interface DataFile {
  name: string;
  input: string | Uint8Array | AsyncIterable<string>;
  lastModified: Date;
}

const readMe = `Your data at Portico

profile.json         what the directory knows of you
sessions.json        where you are signed in
sign-ins.json        when you signed in, and who tried
api-tokens.json      the names of your API tokens; the tokens themselves are kept nowhere
inbox.json           what you were told, and the messages to you
reviews.json         what you wrote about products
tickets.json         what you asked, and the answers
answers.json         what you wrote on the tickets of others
drafts.json          what you began to write on tickets and did not send
faq-votes.json       which answers helped you
visits.json          when you were here, which pages you looked at and what you searched for
courses.json         the courses that you take or teach: what you studied, your results and tasks
views.json           the lists that you saved under a name, and those in your menu
career.json          the jobs that you hire for, and the interviews that you hold
attachments/         the files that you sent with tickets, and those that wait to be sent
imports/             the files that you brought in, which are kept for a day
orders.csv           orders whose customer you are
invoices.csv         invoices whose customer you are
credit-notes.json    credit notes on them
payments.csv         your payments, and refunds to you
activity.csv         what you changed
picture.webp         your picture, if you uploaded one
`;

/**
 * Yields the files of a user's data, each read when it is due. They contain no credentials: no hashes, keys or
 * passwords.
 */
export async function* dataOf(me: User): AsyncGenerator<DataFile> {
  const lastModified = new Date();
  const file = (name: string, input: DataFile["input"]): DataFile => ({ name, input, lastModified });
  const json = (name: string, value: unknown) => file(name, JSON.stringify(value, null, 2) + "\n");

  yield file("README.txt", readMe);
  yield json(
    "profile.json",
    pick(
      me,
      "id",
      ...Object.keys({ ...userFields, ...accountFields }).filter(
        (name): name is keyof User => name in me && name !== "image",
      ),
    ),
  );
  yield json(
    "sessions.json",
    (await listSessions(me.id)).map((session) => pick(session, "device", "address", "createdAt", "lastSeenAt")),
  );
  const { at, way, refused, device, address } = signIns;
  yield json(
    "sign-ins.json",
    await db
      .select({ at, way, refused, device, address })
      .from(signIns)
      .where(eq(signIns.userId, me.id))
      .orderBy(desc(signIns.id)),
  );
  const { name, areas, access, createdAt, lastUsedAt, expiresAt } = apiTokens;
  yield json(
    "api-tokens.json",
    await db
      .select({ name, areas, access, createdAt, lastUsedAt, expiresAt })
      .from(apiTokens)
      .where(eq(apiTokens.userId, me.id)),
  );
  yield json("inbox.json", { notifications: await inboxOf(notifications, me), messages: await inboxOf(messages, me) });
  yield json(
    "reviews.json",
    (await db.select().from(reviews).where(eq(reviews.userId, me.id))).map((review) =>
      pick(review, "productId", "rating", "review", "createdAt"),
    ),
  );
  yield json("tickets.json", await collect(ticketsOf(me)));
  yield json("answers.json", await writtenBy(me));
  yield json("drafts.json", await draftsOf(me));
  yield json("faq-votes.json", await faqVotesOf(me));
  yield json("visits.json", await collect(visitsOf(me)));
  yield json("courses.json", { taken: await collect(coursesOf(me)), taught: await taughtBy(me) });
  yield json("views.json", await savedBy(me));
  yield json("career.json", await careerOf(me));
  for await (const { id, name, bytes } of filesOf(me)) yield file(`attachments/${id}-${name}`, bytes);
  for await (const { name, input } of importedBy(me.id)) yield file(`imports/${name}`, input);
  yield file("orders.csv", ofMine(orderResource.listing, { customer: me.id }, orderColumns));
  yield file("invoices.csv", ofMine(invoiceResource.listing, { customer: me.id }, invoiceColumns));
  yield json("credit-notes.json", await creditNotesOf(me));
  yield file("payments.csv", ofMine(paymentResource.listing, { customer: me.id }, paymentColumns));
  const { before: _, after: __, ...deeds } = activityColumns; // the values are other people's
  yield file("activity.csv", ofMine(activityFor(me), { person: me.id }, deeds));
  const picture = me.image?.startsWith("/files/") ? await getFile(me.image.slice("/files/".length)) : undefined;
  if (picture) yield file("picture.webp", picture.bytes);
}

const creditNotesOf = async (me: User) =>
  (await db.select().from(creditNotes).where(eq(creditNotes.customerId, me.id))).map((note) =>
    pick(note, "id", "date", "invoiceId", "reason", "lines", "taxes", "totalAmount"),
  );

const inboxOf = async (table: typeof notifications | typeof messages, me: User) =>
  (await notificationsOf(table, me)).map(({ from, ...told }) => ({
    from: fromAsRead(me, { name: from, image: null }).name,
    ...told,
  }));

const notificationsOf = (table: typeof notifications | typeof messages, me: User) =>
  db
    .select({ from: table.fromName, text: table.text, createdAt: table.createdAt, readAt: table.readAt })
    .from(table)
    .where(ownOf(table, me))
    .orderBy(desc(table.id));

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Exports the rows and columns of a list, limited to the user's own. */
function ofMine<Table extends ListTable>(
  listing: Listing<Table>,
  filters: Record<string, number>,
  columns: Columns<InferSelectModel<Table>>,
) {
  const query = new URLSearchParams(Object.entries(filters).map(([name, id]) => [name, String(id)]));
  return csv(batches(listing, parseListQuery(listing, query)), columns);
}
