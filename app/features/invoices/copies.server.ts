import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type Invoice, orders } from "db/schema";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { orderResource } from "~/features/orders/orders.server";
import { findCustomer } from "~/features/customers/customers.server";

type Copied = Pick<Invoice, "customerId" | "customerName" | "customerCompany" | "customerImage">;

/**
 * Returns the customer fields for a new invoice: only the id if the user is in the directory, or else the copy on the
 * earlier record. The picture is copied only for a customer without an id.
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
    .where(
      and(eq(orders.invoiceId, invoiceId), isNull(orders.deletedAt), listingFor(orderResource.listing, reader).scope),
    );
  return order?.id;
}
