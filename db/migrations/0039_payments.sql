CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text DEFAULT 'payment' NOT NULL,
	`date` text NOT NULL,
	`amount` integer NOT NULL,
	`method` text DEFAULT '' NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`source` text DEFAULT 'manual' NOT NULL,
	`customer_id` integer,
	`customer_name` text DEFAULT '' NOT NULL,
	`allocations` text DEFAULT '[]' NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `payments_by_date` ON `payments` (`deleted_at`,`date`,`id`,`kind`,`method`,`source`,`amount`);--> statement-breakpoint
CREATE INDEX `payments_by_amount` ON `payments` (`deleted_at`,`amount`,`id`,`kind`,`method`,`source`);--> statement-breakpoint
CREATE INDEX `payments_by_customer` ON `payments` (`deleted_at`,`customer_name`,`id`,`kind`,`method`,`source`);--> statement-breakpoint
CREATE INDEX `payments_customer` ON `payments` (`customer_id`,`deleted_at`);--> statement-breakpoint
CREATE TABLE `allocations` (
	`invoice_id` text NOT NULL,
	`source` text NOT NULL,
	`source_id` integer NOT NULL,
	`date` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`invoice_id`, `source`, `source_id`)
);
--> statement-breakpoint
CREATE INDEX `allocations_source` ON `allocations` (`source`,`source_id`);--> statement-breakpoint
ALTER TABLE `invoices` ADD `paid` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `credited` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE VIEW payment_allocations AS
	SELECT value ->> 'invoiceId' AS invoice_id, 'payment' AS source, payments.id AS source_id, date, iif(kind = 'refund', -1, 1) * (value ->> 'amount') AS amount
	FROM payments, json_each(payments.allocations) WHERE deleted_at IS NULL;
--> statement-breakpoint
INSERT INTO payments (source, date, amount, method, customer_id, customer_name, allocations, created_at)
	SELECT 'marked', date(day_of(completed_at) * 86400, 'unixepoch'), total_amount, payment_method, customer_id, customer_name, json_array(json_object('invoiceId', id, 'amount', total_amount)), completed_at
	FROM invoices WHERE deleted_at IS NULL AND status = 'complete' AND completed_at IS NOT NULL AND total_amount > 0 AND paid + credited = 0 ORDER BY number;
--> statement-breakpoint
INSERT INTO allocations (invoice_id, source, source_id, date, amount) SELECT invoice_id, source, source_id, date, amount FROM payment_allocations;
--> statement-breakpoint
UPDATE invoices SET paid = total_amount WHERE deleted_at IS NULL AND status = 'complete' AND completed_at IS NOT NULL AND total_amount > 0;
--> statement-breakpoint
CREATE TRIGGER payments_allocated AFTER INSERT ON payments BEGIN
	INSERT INTO allocations (invoice_id, source, source_id, date, amount) SELECT invoice_id, source, source_id, date, amount FROM payment_allocations WHERE source_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_reallocated AFTER UPDATE OF kind, date, allocations, deleted_at ON payments BEGIN
	DELETE FROM allocations WHERE source = 'payment' AND source_id = OLD.id;
	INSERT INTO allocations (invoice_id, source, source_id, date, amount) SELECT invoice_id, source, source_id, date, amount FROM payment_allocations WHERE source_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_released BEFORE DELETE ON payments BEGIN
	DELETE FROM allocations WHERE source = 'payment' AND source_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_settled AFTER INSERT ON allocations BEGIN
	UPDATE invoices SET paid = paid + iif(NEW.source = 'payment', NEW.amount, 0), credited = credited + iif(NEW.source = 'credit note', NEW.amount, 0) WHERE id = NEW.invoice_id;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_unsettled BEFORE DELETE ON allocations BEGIN
	UPDATE invoices SET paid = paid - iif(OLD.source = 'payment', OLD.amount, 0), credited = credited - iif(OLD.source = 'credit note', OLD.amount, 0) WHERE id = OLD.invoice_id;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS payments_put_back;
--> statement-breakpoint
DROP TRIGGER IF EXISTS payments_taken_out;
--> statement-breakpoint
DROP TRIGGER IF EXISTS payments_uncounted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS payments_counted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS allocations_uncounted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS allocations_counted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoices_put_back;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoices_taken_out;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoices_uncounted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoices_counted;
--> statement-breakpoint
DROP VIEW IF EXISTS invoice_debts;
--> statement-breakpoint
DROP VIEW IF EXISTS payment_days;
--> statement-breakpoint
DROP VIEW IF EXISTS invoice_days;
--> statement-breakpoint
DROP VIEW IF EXISTS allocation_days;
--> statement-breakpoint
CREATE VIEW allocation_days AS
	SELECT invoice_id, source, source_id, 'settled' AS kind, max(unixepoch(date) / 86400, unixepoch(issue_date) / 86400) AS day, payment_method AS method, 0 AS invoices, amount AS total, 0 AS days
	FROM allocations JOIN invoices ON invoices.id = invoice_id WHERE deleted_at IS NULL
	UNION ALL
	SELECT invoice_id, source, source_id, 'late', max(unixepoch(date) / 86400, unixepoch(due_date) / 86400 + 1), payment_method, 0, -amount, 0
	FROM allocations JOIN invoices ON invoices.id = invoice_id WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW invoice_days AS
	SELECT id, 'issued' AS kind, unixepoch(issue_date) / 86400 AS day, payment_method AS method, 1 AS invoices, total_amount AS total, 0 AS days
	FROM invoices WHERE deleted_at IS NULL
	UNION ALL
	SELECT id, 'paid', day_of(completed_at), payment_method, 1, total_amount, day_of(completed_at) - unixepoch(issue_date) / 86400
	FROM invoices WHERE deleted_at IS NULL AND status = 'complete' AND completed_at IS NOT NULL
	UNION ALL
	SELECT id, 'due', unixepoch(due_date) / 86400, payment_method, 1, total_amount - paid - credited, 0
	FROM invoices WHERE deleted_at IS NULL AND status = 'pending'
	UNION ALL
	SELECT id, 'late', unixepoch(due_date) / 86400 + 1, payment_method, 0, total_amount, 0
	FROM invoices WHERE deleted_at IS NULL
	UNION ALL
	SELECT invoice_id, kind, day, method, invoices, total, days FROM allocation_days;
--> statement-breakpoint
CREATE VIEW payment_days AS
	SELECT id, 'collected' AS kind, unixepoch(date) / 86400 AS day, method, 1 AS invoices, iif(kind = 'refund', -amount, amount) AS total, 0 AS days
	FROM payments WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW invoice_debts AS
	SELECT id, coalesce(customer_id, 0) AS customer_id, total_amount - paid - credited AS total
	FROM invoices WHERE deleted_at IS NULL AND status = 'pending';
--> statement-breakpoint
CREATE TRIGGER invoices_counted AFTER INSERT ON invoices BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, invoices, total, days FROM invoice_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
	INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, 1, total FROM invoice_debts WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_uncounted BEFORE DELETE ON invoices BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, -invoices, -total, -days FROM invoice_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
	INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, -1, -total FROM invoice_debts WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_taken_out BEFORE UPDATE OF issue_date, due_date, status, completed_at, customer_id, payment_method, total_amount, paid, credited, deleted_at ON invoices BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, -invoices, -total, -days FROM invoice_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
	INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, -1, -total FROM invoice_debts WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_put_back AFTER UPDATE OF issue_date, due_date, status, completed_at, customer_id, payment_method, total_amount, paid, credited, deleted_at ON invoices BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, invoices, total, days FROM invoice_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
	INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, 1, total FROM invoice_debts WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER allocations_counted AFTER INSERT ON allocations BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, invoices, total, days FROM allocation_days WHERE invoice_id = NEW.invoice_id AND source = NEW.source AND source_id = NEW.source_id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
END;
--> statement-breakpoint
CREATE TRIGGER allocations_uncounted BEFORE DELETE ON allocations BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, -invoices, -total, -days FROM allocation_days WHERE invoice_id = OLD.invoice_id AND source = OLD.source AND source_id = OLD.source_id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
END;
--> statement-breakpoint
CREATE TRIGGER payments_counted AFTER INSERT ON payments BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, invoices, total, days FROM payment_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
END;
--> statement-breakpoint
CREATE TRIGGER payments_uncounted BEFORE DELETE ON payments BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, -invoices, -total, -days FROM payment_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
END;
--> statement-breakpoint
CREATE TRIGGER payments_taken_out BEFORE UPDATE OF kind, date, method, amount, deleted_at ON payments BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, -invoices, -total, -days FROM payment_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
END;
--> statement-breakpoint
CREATE TRIGGER payments_put_back AFTER UPDATE OF kind, date, method, amount, deleted_at ON payments BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, invoices, total, days FROM payment_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
END;
--> statement-breakpoint
DELETE FROM invoice_totals;
--> statement-breakpoint
INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, sum(invoices), sum(total), sum(days) FROM (SELECT kind, day, method, invoices, total, days FROM invoice_days UNION ALL SELECT kind, day, method, invoices, total, days FROM payment_days) GROUP BY kind, day, method;
--> statement-breakpoint
DELETE FROM debt_totals;
--> statement-breakpoint
INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, count(*), sum(total) FROM invoice_debts GROUP BY customer_id;
