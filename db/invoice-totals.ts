/** The views and triggers that maintain `invoiceTotals` and `debtTotals`, from the rules of `invoice-state.ts`. */
import { invoiceStateSql } from "./invoice-state";

const { isUnpaid, isPaid, firstOverdueDay, wasPaidOverdue } = invoiceStateSql;
const isLive = "deleted_at IS NULL";
const paidDay = "day_of(completed_at)";
const issueDay = "unixepoch(issue_date) / 86400";

/** View of the rows that each invoice adds to `invoice_totals`, one per kind; see `schema/totals.ts`. */
const invoiceDays = `CREATE VIEW invoice_days AS
	SELECT id, 'issued' AS kind, ${issueDay} AS day, payment_method AS method, 1 AS invoices, total_amount AS total, 0 AS days
	FROM invoices WHERE ${isLive}
	UNION ALL
	SELECT id, 'paid', ${paidDay}, payment_method, 1, total_amount, ${paidDay} - ${issueDay}
	FROM invoices WHERE ${isLive} AND ${isPaid} AND completed_at IS NOT NULL
	UNION ALL
	SELECT id, 'due', unixepoch(due_date) / 86400, payment_method, 1, total_amount, 0
	FROM invoices WHERE ${isLive} AND ${isUnpaid}
	UNION ALL
	SELECT id, 'late', ${firstOverdueDay}, payment_method, 1, total_amount, 0
	FROM invoices WHERE ${isLive} AND (${isUnpaid} OR ${wasPaidOverdue})
	UNION ALL
	SELECT id, 'late', ${paidDay}, payment_method, -1, -total_amount, 0
	FROM invoices WHERE ${isLive} AND ${isPaid} AND ${wasPaidOverdue}`;

const invoiceDebts = `CREATE VIEW invoice_debts AS
	SELECT id, coalesce(customer_id, 0) AS customer_id, total_amount AS total
	FROM invoices WHERE ${isLive} AND ${isUnpaid}`;

const changes =
  "UPDATE OF issue_date, due_date, status, completed_at, customer_id, payment_method, total_amount, deleted_at ON invoices";

/** Returns a trigger that adds what an invoice counts, or with "-" takes it away. */
const trigger = (
  name: string,
  when: string,
  sign: "" | "-",
  row: "NEW" | "OLD",
) => `CREATE TRIGGER ${name} ${when} BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, ${sign}invoices, ${sign}total, ${sign}days FROM invoice_days WHERE id = ${row}.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
	INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, ${sign}1, ${sign}total FROM invoice_debts WHERE id = ${row}.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total;
END`;

/** The SQL of the views and triggers, by name. Migrations create them; `invoice-state.test.ts` compares both. */
export const invoiceTotalsObjects: Record<string, string> = {
  invoice_days: invoiceDays,
  invoice_debts: invoiceDebts,
  invoices_counted: trigger("invoices_counted", "AFTER INSERT ON invoices", "", "NEW"),
  invoices_uncounted: trigger("invoices_uncounted", "BEFORE DELETE ON invoices", "-", "OLD"),
  invoices_taken_out: trigger("invoices_taken_out", `BEFORE ${changes}`, "-", "OLD"),
  invoices_put_back: trigger("invoices_put_back", `AFTER ${changes}`, "", "NEW"),
};

/** The statements of a migration that recreates these objects and computes both tables anew. */
export const invoiceTotalsMigration: string[] = [
  ...Object.entries(invoiceTotalsObjects)
    .map(([name, sql]) => `DROP ${sql.split(" ")[1]} ${name}`)
    .reverse(),
  ...Object.values(invoiceTotalsObjects),
  "DELETE FROM invoice_totals",
  "INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, sum(invoices), sum(total), sum(days) FROM invoice_days GROUP BY kind, day, method",
  "DELETE FROM debt_totals",
  "INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, count(*), sum(total) FROM invoice_debts GROUP BY customer_id",
];
