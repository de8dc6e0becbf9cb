import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { daysBetween } from "db/dates";
import { type Invoice, orders } from "db/schema";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { orderListing } from "~/features/orders/orders.server";
import { findCustomer } from "~/features/customers/customers.server";
import { termFromToday } from "./days.server";
import { invoiceValues } from "./form/form-values";
import { invoiceResource } from "./invoices.server";
import { notesOn } from "./notes.server";

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

/** The invoice that an address has copied, if it names one; also from the trash. */
export const copiedInvoice = (request: Request) =>
  invoiceResource.find(new URL(request.url).searchParams.get("copy") ?? "");

/** What the form for a new invoice shows of one that it copies: issued today, with as many days to pay, and pending. */
export async function copyOf(invoice: Invoice) {
  const { customerId, customerName, lines } = invoice;
  const person = customerId === null ? undefined : await findCustomer(customerId);
  const days = termFromToday(daysBetween(invoice.issueDate, invoice.dueDate));
  const copy = { ...invoice, ...days, customerName: person?.name ?? customerName, status: "pending" as const };
  return { fields: invoiceValues(copy), lines, notes: await notesOn(invoice) };
}

/** The number of the order that an invoice was made from, if it was and this reader reaches it. */
export async function orderOf(invoiceId: string, reader: Reader): Promise<number | undefined> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.invoiceId, invoiceId), isNull(orders.deletedAt), listingFor(orderListing, reader).scope));
  return order?.id;
}
