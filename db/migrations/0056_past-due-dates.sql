CREATE TABLE `past_due_dates` (
	`invoice_id` text NOT NULL,
	`end_day` integer NOT NULL,
	`due_date` text NOT NULL,
	PRIMARY KEY(`invoice_id`, `end_day`)
);

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
	SELECT allocations.invoice_id, source, source_id, 'settled' AS kind, max(unixepoch(date) / 86400, unixepoch(issue_date) / 86400) AS day, payment_method AS method, 0 AS invoices, amount AS total, 0 AS days
	FROM allocations JOIN invoices ON invoices.id = allocations.invoice_id WHERE deleted_at IS NULL
	UNION ALL
	SELECT allocations.invoice_id, source, source_id, 'late', max(unixepoch(date) / 86400, max(unixepoch(due_date) / 86400 + 1, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = invoices.id), 0))), payment_method, 0, -amount, 0
	FROM allocations JOIN invoices ON invoices.id = allocations.invoice_id WHERE deleted_at IS NULL
	UNION ALL
	SELECT allocations.invoice_id, source, source_id, 'late', max(unixepoch(date) / 86400, max(unixepoch(past.due_date) / 86400 + 1, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = past.invoice_id AND end_day < past.end_day), 0))), payment_method, 0, -amount, 0
	FROM allocations JOIN invoices ON invoices.id = allocations.invoice_id JOIN past_due_dates AS past ON past.invoice_id = invoices.id WHERE deleted_at IS NULL AND max(unixepoch(past.due_date) / 86400 + 1, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = past.invoice_id AND end_day < past.end_day), 0)) < past.end_day AND unixepoch(date) / 86400 < past.end_day
	UNION ALL
	SELECT allocations.invoice_id, source, source_id, 'late', past.end_day, payment_method, 0, amount, 0
	FROM allocations JOIN invoices ON invoices.id = allocations.invoice_id JOIN past_due_dates AS past ON past.invoice_id = invoices.id WHERE deleted_at IS NULL AND max(unixepoch(past.due_date) / 86400 + 1, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = past.invoice_id AND end_day < past.end_day), 0)) < past.end_day AND unixepoch(date) / 86400 < past.end_day;
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
	SELECT id, 'late', max(unixepoch(due_date) / 86400 + 1, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = invoices.id), 0)), payment_method, 0, total_amount, 0
	FROM invoices WHERE deleted_at IS NULL
	UNION ALL
	SELECT id, 'late', max(unixepoch(past.due_date) / 86400 + 1, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = past.invoice_id AND end_day < past.end_day), 0)), payment_method, 0, total_amount, 0
	FROM invoices JOIN past_due_dates AS past ON past.invoice_id = invoices.id WHERE deleted_at IS NULL AND max(unixepoch(past.due_date) / 86400 + 1, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = past.invoice_id AND end_day < past.end_day), 0)) < past.end_day
	UNION ALL
	SELECT id, 'late', past.end_day, payment_method, 0, -total_amount, 0
	FROM invoices JOIN past_due_dates AS past ON past.invoice_id = invoices.id WHERE deleted_at IS NULL AND max(unixepoch(past.due_date) / 86400 + 1, coalesce((SELECT max(end_day) FROM past_due_dates WHERE invoice_id = past.invoice_id AND end_day < past.end_day), 0)) < past.end_day
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
	INSERT INTO past_due_dates (invoice_id, end_day, due_date) SELECT OLD.id, current_day(), OLD.due_date WHERE OLD.due_date <> NEW.due_date ON CONFLICT DO NOTHING;
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
