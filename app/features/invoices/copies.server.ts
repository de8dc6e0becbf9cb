import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type Invoice, orders } from "db/schema";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { orderListing } from "~/features/orders/orders.server";
import { findCustomer } from "~/features/customers/customers.server";

type Copied = Pick<Invoice, "customerId" | "customerName" | "customerCompany" | "customerImage">;

/**
 * The customer of an earlier record, for a new invoice or one that keeps its customer: the person as they are while
 * they are in the directory, afterwards what was copied of them, under the same number, so that it is known whose it
 * is. A picture is only taken along of who never was in it.
 */
export async function customerAgain(
  { customerId, customerName, customerCompany, customerImage }: Copied,
  from?: Pick<Transaction, "select">,
): Promise<Partial<Copied>> {
  if (customerId === null) return { customerId, customerName, customerCompany, customerImage };
  return (await findCustomer(customerId, from)) ? { customerId } : { customerId, customerName, customerCompany };
}

/** The number of the order that an invoice was made from, if it was and this reader reaches it. */
export async function orderOf(invoiceId: string, reader: Reader): Promise<number | undefined> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.invoiceId, invoiceId), isNull(orders.deletedAt), listingFor(orderListing, reader).scope));
  return order?.id;
}
