/** The initial values of the form for a new payment. */
import { eq } from "drizzle-orm";
import { db } from "db";
import { type Invoice, invoices, type Payment } from "db/schema";
import { balanceOf } from "db/invoice-state";
import { referenceText } from "~/core/form/record-reference";
import { recordId } from "~/core/values/ids";
import { moneyText } from "~/core/values/money";
import { today } from "~/core/values/today.server";
import { findCustomer } from "~/features/customers/customers.server";
import { defaultMethod } from "./methods";
import { availableCredit } from "./form/form.server";
import { type InvoiceRow, invoiceRows, type Payer, spreadOver } from "./open-invoices.server";

/** Returns the invoice that an address names, such as `?invoice=INV-0012`, unless it is in the trash. */
export async function invoiceFromUrl(request: Request): Promise<Invoice | undefined> {
  const id = new URL(request.url).searchParams.get("invoice");
  if (!id) return undefined;
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, id));
  return invoice?.deletedAt ? undefined : invoice;
}

/** Returns the form's fields and rows: for an invoice with its balance, or for the customer that the address names. */
export async function newPayment(request: Request, invoice: Invoice | undefined) {
  const kind = kindFromUrl(request);
  const payer = invoice ?? (await customerFromUrl(new URL(request.url).searchParams.get("customer")));
  const rows = payer ? await invoiceRows(payer, { kind, named: invoice && [invoice.id] }) : [];
  if (kind === "credit") return newCreditUse(payer, rows, invoice);
  // A refund takes the customer's credit first: taken back from the invoice, it would reopen it.
  const credit = payer && kind === "refund" ? await availableCredit(payer) : 0;
  const open = invoice && (kind === "refund" ? Math.min(invoice.paid, credit || invoice.paid) : balanceOf(invoice));
  const amount = open && open > 0 ? moneyText(open) : "";
  return {
    fields: {
      kind,
      date: today(),
      customer: payer && referenceText(payer.customerName, payer.customerId),
      ...(invoice && { amount, method: defaultMethod(invoice.paymentMethod) }),
    },
    rows: credit > 0 ? rows : rows.map((row) => (row.invoiceId === invoice?.id ? { ...row, amount } : row)),
  };
}

/** Returns the form's fields and rows with the customer's credit spread over the invoice, or over all open ones. */
async function newCreditUse(payer: Payer | undefined, rows: InvoiceRow[], invoice: Invoice | undefined) {
  const credit = payer ? await availableCredit(payer) : 0;
  const theirs = invoice ? rows.filter(({ invoiceId }) => invoiceId === invoice.id) : rows;
  const customer = payer && referenceText(payer.customerName, payer.customerId);
  return { fields: { kind: "credit" as const, date: today(), customer }, rows: spreadOver(theirs, credit), credit };
}

/** Returns the kind of payment that an address begins, such as `?kind=refund`. */
export function kindFromUrl(request: Request): Payment["kind"] {
  const kind = new URL(request.url).searchParams.get("kind");
  return kind === "refund" || kind === "credit" ? kind : "payment";
}

async function customerFromUrl(id: string | null): Promise<Payer | undefined> {
  const person = await findCustomer(recordId(id));
  return person && { customerId: person.id, customerName: person.name };
}
