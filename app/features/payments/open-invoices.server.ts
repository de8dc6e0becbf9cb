/** The invoices that a payment or customer credit may settle, or from which a refund may take back. */
import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { db } from "db";
import { selectBalance } from "db/invoice-conditions";
import { balanceOf } from "db/invoice-state";
import { invoices, type Payment } from "db/schema";
import { referredId } from "~/core/form/record-reference";
import { withoutNumber } from "~/core/list/suggest.server";
import { moneyText } from "~/core/values/money";

export type Payer = Pick<Payment, "customerId" | "customerName">;

/** A row of the form: an invoice, and how much of it a payment settles. */
export interface InvoiceRow {
  invoiceId: string;
  dueDate: string;
  /** Maximum amount of the payment or refund on this invoice, in cents. */
  open: number;
  /** Text of the form's field; "" for nothing. */
  amount: string;
}

/** Maximum invoices that the form offers besides those that are named. */
const maxOffered = 100;

interface Offer extends Pick<Payment, "kind">, Partial<Pick<Payment, "allocations">> {
  /** Ids of further invoices that the form has to show. */
  named?: string[];
}

/**
 * Returns the rows of a customer's invoices: those that the payment settles, the named ones, and the first open ones.
 * The oldest due date comes first; for a refund, the newest.
 */
export async function invoiceRows(payer: Payer, { kind, allocations = [], named = [] }: Offer): Promise<InvoiceRow[]> {
  const own = new Map(allocations.map(({ invoiceId, amount }) => [invoiceId, amount]));
  const always = inArray(invoices.id, [...own.keys(), ...named]);
  const isOpen = kind === "refund" ? gt(invoices.paid, 0) : gt(selectBalance, sql`0`);
  const byDueDate =
    kind === "refund" ? [desc(invoices.dueDate), desc(invoices.id)] : [asc(invoices.dueDate), asc(invoices.id)];
  const found = await db
    .select()
    .from(invoices)
    .where(and(isOf(payer), sql`+${invoices.deletedAt} is null`, or(isOpen, always)))
    .orderBy(sql`${always} desc`, ...byDueDate)
    .limit(maxOffered + own.size + named.length);
  const inOrder = found.toSorted(
    (one, other) => (kind === "refund" ? -1 : 1) * byText(one.dueDate + one.id, other.dueDate + other.id),
  );
  return inOrder.map((invoice) => {
    const amount = own.get(invoice.id);
    const open = kind === "refund" ? invoice.paid : balanceOf(invoice);
    return {
      invoiceId: invoice.id,
      dueDate: invoice.dueDate,
      open: open + (amount ?? 0),
      amount: amount === undefined ? "" : moneyText(amount),
    };
  });
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Returns the customer whom invoices name by a text such as “Dan Directory · #4”; they may be in the trash. */
export async function invoicedAs(text: string): Promise<Payer | undefined> {
  const customerId = referredId(text);
  if (customerId === undefined) return undefined;
  const [payer] = await db
    .select({ customerId: invoices.customerId, customerName: invoices.customerName })
    .from(invoices)
    .where(and(eq(invoices.customerId, customerId), eq(invoices.customerName, withoutNumber(text))))
    .limit(1);
  return payer;
}

const isOf = ({ customerId, customerName }: Payer): SQL | undefined =>
  customerId === null
    ? and(isNull(invoices.customerId), eq(invoices.customerName, customerName))
    : eq(invoices.customerId, customerId);

/** Returns rows with an amount spread over them, in their order. */
export function spreadOver(rows: InvoiceRow[], amount: number): InvoiceRow[] {
  let rest = amount;
  return rows.map((row) => {
    const part = Math.min(rest, row.open);
    rest -= part;
    return { ...row, amount: part > 0 ? moneyText(part) : "" };
  });
}
