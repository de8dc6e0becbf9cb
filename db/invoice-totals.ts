/** The views and triggers that maintain `invoiceTotals` and `debtTotals`, from the rules of `invoice-state.ts`. */
import { invoiceStateSql } from "./invoice-state";

const { isUnpaid, isPaid, balance, firstOverdueDay } = invoiceStateSql;
const isLive = "deleted_at IS NULL";
const paidDay = "day_of(completed_at)";
const issueDay = "unixepoch(issue_date) / 86400";

/** The first day on which an invoice is overdue by its present due date, while it is unpaid. */
const lateDay = `max(${firstOverdueDay}, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = invoices.id), 0))`;

/** The first day on which an invoice was overdue by a due date that it had before, which ended on `end_day`. */
const pastLateDay =
  "max(unixepoch(past.due_date) / 86400 + 1, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = past.invoice_id AND end_day < past.end_day), 0))";
const joinPast = "JOIN past_due_dates AS past ON past.invoice_id = invoices.id";
const wasLate = `${isLive} AND ${pastLateDay} < past.end_day`;

const allocationDay = "unixepoch(date) / 86400";
const joinInvoices = "allocations JOIN invoices ON invoices.id = allocations.invoice_id";
const allocated = "allocations.invoice_id, source, source_id";

/** View of the rows that each allocation adds to `invoice_totals`, from the day that its invoice was issued on. */
const allocationDays = `CREATE VIEW allocation_days AS
	SELECT ${allocated}, 'settled' AS kind, max(${allocationDay}, ${issueDay}) AS day, payment_method AS method, 0 AS invoices, amount AS total, 0 AS days
	FROM ${joinInvoices} WHERE ${isLive}
	UNION ALL
	SELECT ${allocated}, 'late', max(${allocationDay}, ${lateDay}), payment_method, 0, -amount, 0
	FROM ${joinInvoices} WHERE ${isLive}
	UNION ALL
	SELECT ${allocated}, 'late', max(${allocationDay}, ${pastLateDay}), payment_method, 0, -amount, 0
	FROM ${joinInvoices} ${joinPast} WHERE ${wasLate} AND ${allocationDay} < past.end_day
	UNION ALL
	SELECT ${allocated}, 'late', past.end_day, payment_method, 0, amount, 0
	FROM ${joinInvoices} ${joinPast} WHERE ${wasLate} AND ${allocationDay} < past.end_day`;

/** View of the rows that each invoice adds to `invoice_totals`, one per kind; see `schema/totals.ts`. */
const invoiceDays = `CREATE VIEW invoice_days AS
	SELECT id, 'issued' AS kind, ${issueDay} AS day, payment_method AS method, 1 AS invoices, total_amount AS total, 0 AS days
	FROM invoices WHERE ${isLive}
	UNION ALL
	SELECT id, 'paid', ${paidDay}, payment_method, 1, total_amount, ${paidDay} - ${issueDay}
	FROM invoices WHERE ${isLive} AND ${isPaid} AND completed_at IS NOT NULL
	UNION ALL
	SELECT id, 'due', unixepoch(due_date) / 86400, payment_method, 1, ${balance}, 0
	FROM invoices WHERE ${isLive} AND ${isUnpaid}
	UNION ALL
	SELECT id, 'late', ${lateDay}, payment_method, 0, total_amount, 0
	FROM invoices WHERE ${isLive}
	UNION ALL
	SELECT id, 'late', ${pastLateDay}, payment_method, 0, total_amount, 0
	FROM invoices ${joinPast} WHERE ${wasLate}
	UNION ALL
	SELECT id, 'late', past.end_day, payment_method, 0, -total_amount, 0
	FROM invoices ${joinPast} WHERE ${wasLate}
	UNION ALL
	SELECT invoice_id, kind, day, method, invoices, total, days FROM allocation_days`;

/** View of the row that each payment adds to `invoice_totals`; refunds count against the payments of their day. */
const paymentDays = `CREATE VIEW payment_days AS
	SELECT id, 'collected' AS kind, unixepoch(date) / 86400 AS day, method, 1 AS invoices, iif(kind = 'refund', -amount, amount) AS total, 0 AS days
	FROM payments WHERE ${isLive}`;

const invoiceDebts = `CREATE VIEW invoice_debts AS
	SELECT id, coalesce(customer_id, 0) AS customer_id, ${balance} AS total
	FROM invoices WHERE ${isLive} AND ${isUnpaid}`;

const changes =
  "UPDATE OF issue_date, due_date, status, completed_at, customer_id, payment_method, total_amount, paid, credited, deleted_at ON invoices";
const paymentChanges = "UPDATE OF kind, date, method, amount, deleted_at ON payments";

/** Returns the statement that adds rows of a view to `invoice_totals`, or with "-" takes them away. */
const addDays = (view: string, where: string, sign: "" | "-") =>
  `INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, ${sign}invoices, ${sign}total, ${sign}days FROM ${view} WHERE ${where}
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;`;

/** Remembers until when a due date held, which is its first one of that day. */
const rememberDueDate = `INSERT INTO past_due_dates (invoice_id, end_day, due_date) SELECT OLD.id, current_day(), OLD.due_date WHERE OLD.due_date <> NEW.due_date ON CONFLICT DO NOTHING;
	`;

/** Returns a trigger that adds what an invoice counts, or with "-" takes it away. */
const trigger = (
  name: string,
  when: string,
  sign: "" | "-",
  row: "NEW" | "OLD",
  first = "",
) => `CREATE TRIGGER ${name} ${when} BEGIN
	${first}${addDays("invoice_days", `id = ${row}.id`, sign)}
	INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, ${sign}1, ${sign}total FROM invoice_debts WHERE id = ${row}.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total;
END`;

/** Returns a trigger on another table that adds a row's days to `invoice_totals`, or with "-" takes them away. */
const daysTrigger = (name: string, when: string, view: string, sign: "" | "-", row: "NEW" | "OLD") => {
  const key = view === "payment_days" ? ["id"] : ["invoice_id", "source", "source_id"];
  const where = key.map((column) => `${column} = ${row}.${column}`).join(" AND ");
  return `CREATE TRIGGER ${name} ${when} BEGIN\n\t${addDays(view, where, sign)}\nEND`;
};

/** The SQL of the views and triggers, by name. Migrations create them; `invoice-state.test.ts` compares both. */
export const invoiceTotalsObjects: Record<string, string> = {
  allocation_days: allocationDays,
  invoice_days: invoiceDays,
  payment_days: paymentDays,
  invoice_debts: invoiceDebts,
  invoices_counted: trigger("invoices_counted", "AFTER INSERT ON invoices", "", "NEW"),
  invoices_uncounted: trigger("invoices_uncounted", "BEFORE DELETE ON invoices", "-", "OLD"),
  invoices_taken_out: trigger("invoices_taken_out", `BEFORE ${changes}`, "-", "OLD"),
  invoices_put_back: trigger("invoices_put_back", `AFTER ${changes}`, "", "NEW", rememberDueDate),
  allocations_counted: daysTrigger("allocations_counted", "AFTER INSERT ON allocations", "allocation_days", "", "NEW"),
  allocations_uncounted: daysTrigger(
    "allocations_uncounted",
    "BEFORE DELETE ON allocations",
    "allocation_days",
    "-",
    "OLD",
  ),
  payments_counted: daysTrigger("payments_counted", "AFTER INSERT ON payments", "payment_days", "", "NEW"),
  payments_uncounted: daysTrigger("payments_uncounted", "BEFORE DELETE ON payments", "payment_days", "-", "OLD"),
  payments_taken_out: daysTrigger("payments_taken_out", `BEFORE ${paymentChanges}`, "payment_days", "-", "OLD"),
  payments_put_back: daysTrigger("payments_put_back", `AFTER ${paymentChanges}`, "payment_days", "", "NEW"),
};

/** The statements of a migration that recreates these objects and computes both tables anew. */
export const invoiceTotalsMigration: string[] = [
  ...Object.entries(invoiceTotalsObjects)
    .map(([name, sql]) => `DROP ${sql.split(" ")[1]} IF EXISTS ${name}`)
    .reverse(),
  ...Object.values(invoiceTotalsObjects),
  "DELETE FROM invoice_totals",
  "INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, sum(invoices), sum(total), sum(days) FROM (SELECT kind, day, method, invoices, total, days FROM invoice_days UNION ALL SELECT kind, day, method, invoices, total, days FROM payment_days) GROUP BY kind, day, method",
  "DELETE FROM debt_totals",
  "INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, count(*), sum(total) FROM invoice_debts GROUP BY customer_id",
];
