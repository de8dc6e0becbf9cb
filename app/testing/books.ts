/** Invoices for tests of totals. Each total is twice another one, so that a sum shows which ones it contains. */
import { sql } from "drizzle-orm";
import { write } from "db";
import { addMarkedPayments } from "db/payment-triggers";
import { type Invoice, invoices } from "db/schema";
import { cast } from "./database";
import { line } from "./invoices";

const { ben, dan } = cast;

/** Inserts an invoice as given, even one paid long ago, and its payment. Amounts are in dollars. */
export async function putInvoice(
  number: number,
  { dollars, ...values }: Partial<Invoice> & { dollars: number },
): Promise<void> {
  const id = `INV-${String(number).padStart(4, "0")}`;
  const { customerId = dan.id } = values;
  const customerName = Object.values(cast).find(({ id }) => id === customerId)?.name ?? "Somebody else";
  const status = values.completedAt ? ("complete" as const) : ("pending" as const);
  const row = {
    id,
    number,
    issueDate: "2026-01-10",
    dueDate: "2026-01-24",
    status,
    lines: [line()],
    totalAmount: dollars * 100,
    customerName,
    ...values,
    customerId,
  };
  await write(async (tx) => {
    await tx.insert(invoices).values(row);
    tx.run(sql.raw(addMarkedPayments));
  });
}

/** The date of the tests that use these invoices. */
export const booksClosed = new Date("2026-03-31T12:00:00Z");

/** Inserts paid and open invoices around March 2026, in UTC. */
export async function putBooks() {
  // Paid before March, on its second day, and late on its last day.
  await putInvoice(1, {
    dollars: 100,
    issueDate: "2026-02-10",
    dueDate: "2026-02-24",
    completedAt: new Date("2026-02-20T10:00:00Z"),
    paymentMethod: "Visa Card",
  });
  await putInvoice(2, {
    dollars: 200,
    issueDate: "2026-02-20",
    dueDate: "2026-03-06",
    completedAt: new Date("2026-03-02T00:30:00Z"),
    customerId: ben.id,
  });
  await putInvoice(3, {
    dollars: 400,
    issueDate: "2026-03-05",
    dueDate: "2026-03-19",
    completedAt: new Date("2026-03-31T11:00:00Z"),
    paymentMethod: "Credit Card",
  });
  // Open: not due yet, 45 days late and 1 day late.
  await putInvoice(4, {
    dollars: 50,
    issueDate: "2026-03-31",
    dueDate: "2026-04-14",
    customerId: ben.id,
    paymentMethod: "Paypal",
  });
  await putInvoice(5, { dollars: 800, issueDate: "2026-01-31", dueDate: "2026-02-14" });
  await putInvoice(6, { dollars: 1_600, issueDate: "2026-03-01", dueDate: "2026-03-30", customerId: null });
  // 90 and 91 days late.
  await putInvoice(7, { dollars: 3_200, issueDate: "2025-12-01", dueDate: "2025-12-31" });
  await putInvoice(8, { dollars: 6_400, issueDate: "2025-12-01", dueDate: "2025-12-30", customerId: ben.id });
  // In the trash, issued in the future, and due today.
  await putInvoice(9, { dollars: 7, issueDate: "2026-03-10", dueDate: "2026-03-24", deletedAt: booksClosed });
  await putInvoice(10, { dollars: 12_800, issueDate: "2026-04-15", dueDate: "2026-04-29", customerId: ben.id });
  await putInvoice(11, { dollars: 25_600, issueDate: "2026-03-17", dueDate: "2026-03-31" });
}
