/** The triggers that maintain `allocations`, and from these the columns `paid` and `credited` of invoices. */
import { invoiceStateSql } from "./invoice-state";

const columns = "invoice_id, source, source_id, date, amount";

/** View of the rows that each payment adds to `allocations`. */
const paymentAllocations = `CREATE VIEW payment_allocations AS
	SELECT value ->> 'invoiceId' AS invoice_id, 'payment' AS source, payments.id AS source_id, date, iif(kind = 'refund', -1, 1) * (value ->> 'amount') AS amount
	FROM payments, json_each(payments.allocations) WHERE deleted_at IS NULL`;

/** View of the rows that each credit note adds to `allocations`. */
const creditAllocations = `CREATE VIEW credit_allocations AS
	SELECT invoice_id, 'credit note' AS source, number AS source_id, date, applied AS amount
	FROM credit_notes WHERE applied > 0 AND deleted_at IS NULL`;

const allocate = `INSERT INTO allocations (${columns}) SELECT ${columns} FROM payment_allocations WHERE source_id = NEW.id;`;
const release = "DELETE FROM allocations WHERE source = 'payment' AND source_id = OLD.id;";

/** Returns a trigger on `allocations` that adds its row to the invoice, or with "-" takes it away. */
const trigger = (name: string, when: string, sign: "+" | "-", row: "NEW" | "OLD") => {
  const change = (column: string, source: string) =>
    `${column} = ${column} ${sign} iif(${row}.source = '${source}', ${row}.amount, 0)`;
  return `CREATE TRIGGER ${name} ${when} ON allocations BEGIN
	UPDATE invoices SET ${change("paid", "payment")}, ${change("credited", "credit note")} WHERE id = ${row}.invoice_id;
END`;
};

/** The SQL of the view and the triggers, by name. Migrations create them; a test compares both. */
export const paymentObjects: Record<string, string> = {
  payment_allocations: paymentAllocations,
  credit_allocations: creditAllocations,
  payments_allocated: `CREATE TRIGGER payments_allocated AFTER INSERT ON payments BEGIN\n\t${allocate}\nEND`,
  payments_reallocated: `CREATE TRIGGER payments_reallocated AFTER UPDATE OF kind, date, allocations, deleted_at ON payments BEGIN\n\t${release}\n\t${allocate}\nEND`,
  payments_released: `CREATE TRIGGER payments_released BEFORE DELETE ON payments BEGIN\n\t${release}\nEND`,
  credit_notes_applied: `CREATE TRIGGER credit_notes_applied AFTER INSERT ON credit_notes BEGIN\n\tINSERT INTO allocations (${columns}) SELECT ${columns} FROM credit_allocations WHERE source_id = NEW.number;\nEND`,
  credit_notes_released: `CREATE TRIGGER credit_notes_released BEFORE DELETE ON credit_notes BEGIN\n\tDELETE FROM allocations WHERE source = 'credit note' AND source_id = OLD.number;\nEND`,
  invoices_settled: trigger("invoices_settled", "AFTER INSERT", "+", "NEW"),
  invoices_unsettled: trigger("invoices_unsettled", "BEFORE DELETE", "-", "OLD"),
};

/**
 * Adds a marked payment for each complete invoice that has no payment: what a migration, a sample and other large
 * insertions need.
 */
export const addMarkedPayments = `INSERT INTO payments (source, date, amount, method, customer_id, customer_name, allocations, created_at)
	SELECT 'marked', date(day_of(completed_at) * 86400, 'unixepoch'), total_amount, payment_method, customer_id, customer_name, json_array(json_object('invoiceId', id, 'amount', total_amount)), completed_at
	FROM invoices WHERE deleted_at IS NULL AND ${invoiceStateSql.isPaid} AND completed_at IS NOT NULL AND total_amount > 0 AND paid + credited = 0 ORDER BY number`;

/** The statements that compute `paid` and `credited` anew from `allocations`. */
export const recountSettled: string[] = [
  ["paid", "payment"],
  ["credited", "credit note"],
].map(([column, source]) => {
  const sum = `coalesce((SELECT sum(amount) FROM allocations WHERE invoice_id = invoices.id AND source = '${source}'), 0)`;
  return `UPDATE invoices SET ${column} = ${sum} WHERE ${column} <> ${sum}`;
});

/** The statements of a migration that recreates these objects. */
export const paymentMigration: string[] = [
  ...Object.entries(paymentObjects)
    .map(([name, sql]) => `DROP ${sql.split(" ")[1]} IF EXISTS ${name}`)
    .reverse(),
  ...Object.values(paymentObjects),
];
