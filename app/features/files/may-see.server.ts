/** Decides who may read an uploaded picture: users who may see a record that shows it, and until then its uploader. */
import { and, eq, or, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { files, invoices, issuers, orders, products, users } from "db/schema";
import { type Permission, reachOf } from "~/core/access/access.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { orderResource } from "~/features/orders/orders.server";

/** Whether the file exists and the user may read it. Does not read its content. */
export async function maySee(me: Reader, id: string): Promise<boolean> {
  const [file] = await db.select({ uploaderId: files.uploaderId }).from(files).where(eq(files.id, id));
  if (!file) return false;
  const address = `/files/${id}`;
  return file.uploaderId === me.id || (await areasShow(me, address)) || (await isOnOwn(me, address)) || isLogo(address);
}

/**
 * Whether the user's areas show the picture: portraits are shown in every area, product pictures in sales and
 * reports, and former portraits in people's history.
 */
async function areasShow(me: Reader, address: string): Promise<boolean> {
  const seesAll = (...some: Permission[]) => some.some((permission) => reachOf(me, permission) === "all");
  if (seesAll("sales.view", "reports.view")) return true;
  if (seesAll("people.view", "support.view") && (await isPersons(address))) return true;
  return seesAll("people.view") && (await db.$count(products, names(products.images, address))) === 0;
}

const names = (column: AnySQLiteColumn, address: string) => sql`instr(${column}, ${address}) > 0`;

/** Whether the file is a user's picture; the condition matches the partial index on pictures. */
const isPersons = async (address: string) =>
  (await db.$count(users, and(sql`${users.image} like '/files/%'`, eq(users.image, address)))) > 0;

/** Whether a document shows it as the company's picture. */
const isLogo = async (address: string) => (await db.$count(issuers, eq(issuers.logo, address))) > 0;

/** Whether the file is on the user's own profile, or on an order or invoice of theirs. */
async function isOnOwn(me: Reader, address: string): Promise<boolean> {
  if ((await db.$count(users, and(eq(users.id, me.id), eq(users.image, address)))) > 0) return true;
  const own = { orders: listingFor(orderResource.listing, me), invoices: listingFor(invoiceResource.listing, me) };
  const ordered = await db.$count(
    orders,
    and(own.orders.scope, or(names(orders.items, address), names(orders.customerImage, address))),
  );
  return ordered > 0 || (await db.$count(invoices, and(own.invoices.scope, eq(invoices.customerImage, address)))) > 0;
}
