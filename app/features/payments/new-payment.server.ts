/** The initial values of the form for a new payment. */
import { eq } from "drizzle-orm";
import { db } from "db";
import { type Invoice, invoices } from "db/schema";
import { balanceOf } from "db/invoice-state";
import { referenceText } from "~/core/form/record-reference";
import { recordId } from "~/core/values/ids";
import { moneyText } from "~/core/values/money";
import { today } from "~/core/values/today.server";
import { findCustomer } from "~/features/customers/customers.server";
import { receivedBy } from "./methods";
import { invoiceRows, type Payer } from "./open-invoices.server";

/** Returns the invoice that an address names, such as `?invoice=INV-0012`, unless it is in the trash. */
export async function invoiceNamed(request: Request): Promise<Invoice | undefined> {
  const id = new URL(request.url).searchParams.get("invoice");
  if (!id) return undefined;
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, id));
  return invoice?.deletedAt ? undefined : invoice;
}

/** Returns the form's fields and rows: for an invoice with its balance, or for the customer that the address names. */
export async function newPayment(request: Request, invoice: Invoice | undefined) {
  const { searchParams } = new URL(request.url);
  const kind = searchParams.get("kind") === "refund" ? ("refund" as const) : ("payment" as const);
  const payer = invoice ?? (await customerNamed(searchParams.get("customer")));
  const rows = payer ? await invoiceRows(payer, { kind }) : [];
  const open = invoice && (kind === "refund" ? invoice.paid : balanceOf(invoice));
  const amount = open && open > 0 ? moneyText(open) : "";
  return {
    fields: {
      kind,
      date: today(),
      customer: payer && referenceText(payer.customerName, payer.customerId),
      ...(invoice && { amount, method: usualMethod(invoice) }),
    },
    rows: rows.map((row) => (row.invoiceId === invoice?.id ? { ...row, amount } : row)),
  };
}

/** The method that an invoice names, if payments have it, too. */
const usualMethod = ({ paymentMethod }: Invoice) =>
  receivedBy.some(({ value }) => value === paymentMethod) ? paymentMethod : "";

async function customerNamed(id: string | null): Promise<Payer | undefined> {
  const person = await findCustomer(recordId(id));
  return person && { customerId: person.id, customerName: person.name };
}
