-- What each order adds to `order_totals`, and its items to `sold_items`. `day_of` is the app's own: the day in TIME_ZONE, counted from 1970.
CREATE VIEW order_days AS
	SELECT id, day_of(created_at) AS day, lower(status) AS status, total_amount AS total
	FROM orders WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW order_items AS
	SELECT orders.id AS order_id, created_at AS placed_at, day_of(created_at) AS day,
		coalesce(value ->> 'id', 0) AS product_id, coalesce(value ->> 'name', '') AS name,
		coalesce(value ->> 'quantity', 0) AS quantity, coalesce((value ->> 'quantity') * (value ->> 'price'), 0) AS amount
	FROM orders, json_each(CASE WHEN json_valid(orders.items) THEN orders.items ELSE '[]' END)
	WHERE type = 'object' AND deleted_at IS NULL AND lower(status) NOT IN ('cancelled', 'return');
--> statement-breakpoint
CREATE VIEW sold_days AS
	SELECT order_id, level, day >> (3 * level) AS block, product_id, quantity, amount
	FROM sold_items, (SELECT 0 AS level UNION ALL SELECT 1 UNION ALL SELECT 2);
--> statement-breakpoint
CREATE TRIGGER orders_counted AFTER INSERT ON orders BEGIN
	INSERT INTO order_totals (day, status, orders, total) SELECT day, status, 1, total FROM order_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET orders = orders + 1, total = total + excluded.total;
	INSERT INTO sold_items (order_id, placed_at, day, product_id, name, quantity, amount) SELECT * FROM order_items WHERE order_id = NEW.id;
	INSERT INTO sold_totals (level, block, product_id, quantity, amount) SELECT level, block, product_id, sum(quantity), sum(amount) FROM sold_days WHERE order_id = NEW.id GROUP BY 1, 2, 3
		ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER orders_uncounted BEFORE DELETE ON orders BEGIN
	INSERT INTO order_totals (day, status, orders, total) SELECT day, status, -1, -total FROM order_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET orders = orders - 1, total = total + excluded.total;
	INSERT INTO sold_totals (level, block, product_id, quantity, amount) SELECT level, block, product_id, -sum(quantity), -sum(amount) FROM sold_days WHERE order_id = OLD.id GROUP BY 1, 2, 3
		ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, amount = amount + excluded.amount;
	DELETE FROM sold_items WHERE order_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_taken_out BEFORE UPDATE OF created_at, status, items, total_amount, deleted_at ON orders BEGIN
	INSERT INTO order_totals (day, status, orders, total) SELECT day, status, -1, -total FROM order_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET orders = orders - 1, total = total + excluded.total;
	INSERT INTO sold_totals (level, block, product_id, quantity, amount) SELECT level, block, product_id, -sum(quantity), -sum(amount) FROM sold_days WHERE order_id = OLD.id GROUP BY 1, 2, 3
		ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, amount = amount + excluded.amount;
	DELETE FROM sold_items WHERE order_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_put_back AFTER UPDATE OF created_at, status, items, total_amount, deleted_at ON orders BEGIN
	INSERT INTO order_totals (day, status, orders, total) SELECT day, status, 1, total FROM order_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET orders = orders + 1, total = total + excluded.total;
	INSERT INTO sold_items (order_id, placed_at, day, product_id, name, quantity, amount) SELECT * FROM order_items WHERE order_id = NEW.id;
	INSERT INTO sold_totals (level, block, product_id, quantity, amount) SELECT level, block, product_id, sum(quantity), sum(amount) FROM sold_days WHERE order_id = NEW.id GROUP BY 1, 2, 3
		ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, amount = amount + excluded.amount;
END;
--> statement-breakpoint
-- What each invoice adds to `invoice_totals`, and to what its customer owes.
CREATE VIEW invoice_days AS
	SELECT id, 'issued' AS kind, unixepoch(issue_date) / 86400 AS day, payment_method AS method, 1 AS invoices, total_amount AS total, 0 AS days
	FROM invoices WHERE deleted_at IS NULL
	UNION ALL
	SELECT id, 'paid', day_of(completed_at), payment_method, 1, total_amount, day_of(completed_at) - unixepoch(issue_date) / 86400
	FROM invoices WHERE deleted_at IS NULL AND status = 'complete' AND completed_at IS NOT NULL
	UNION ALL
	SELECT id, 'due', unixepoch(due_date) / 86400, payment_method, 1, total_amount, 0
	FROM invoices WHERE deleted_at IS NULL AND status = 'pending'
	UNION ALL
	SELECT id, 'late', unixepoch(due_date) / 86400 + 1, payment_method, 1, total_amount, 0
	FROM invoices WHERE deleted_at IS NULL AND (status = 'pending' OR day_of(completed_at) > unixepoch(due_date) / 86400)
	UNION ALL
	SELECT id, 'late', day_of(completed_at), payment_method, -1, -total_amount, 0
	FROM invoices WHERE deleted_at IS NULL AND status = 'complete' AND day_of(completed_at) > unixepoch(due_date) / 86400;
--> statement-breakpoint
CREATE VIEW invoice_debts AS
	SELECT id, coalesce(customer_id, 0) AS customer_id, total_amount AS total
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
CREATE TRIGGER invoices_taken_out BEFORE UPDATE OF issue_date, due_date, status, completed_at, customer_id, payment_method, total_amount, deleted_at ON invoices BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, -invoices, -total, -days FROM invoice_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
	INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, -1, -total FROM invoice_debts WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_put_back AFTER UPDATE OF issue_date, due_date, status, completed_at, customer_id, payment_method, total_amount, deleted_at ON invoices BEGIN
	INSERT INTO invoice_totals (kind, day, method, invoices, total, days) SELECT kind, day, method, invoices, total, days FROM invoice_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total, days = days + excluded.days;
	INSERT INTO debt_totals (customer_id, invoices, total) SELECT customer_id, 1, total FROM invoice_debts WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET invoices = invoices + excluded.invoices, total = total + excluded.total;
END;
--> statement-breakpoint
-- What each visit and each page view adds to `visit_totals`.
CREATE VIEW visit_days AS
	SELECT id, 'visits' AS kind, day_of(started_at) AS day, '' AS value FROM visits
	UNION ALL SELECT id, 'changed', day_of(started_at), '' FROM visits WHERE changes > 0
	UNION ALL SELECT id, 'returning', day_of(started_at), '' FROM visits WHERE is_returning
	UNION ALL SELECT id, 'country', day_of(started_at), country FROM visits
	UNION ALL SELECT id, 'browser', day_of(started_at), browser FROM visits
	UNION ALL SELECT id, 'referrer', day_of(started_at), referrer FROM visits
	UNION ALL SELECT id, 'person', day_of(started_at), cast(person_id AS text) FROM visits WHERE person_id IS NOT NULL;
--> statement-breakpoint
CREATE VIEW page_days AS
	SELECT id, 'page' AS kind, day_of(at) AS day, page AS value FROM page_views;
--> statement-breakpoint
CREATE TRIGGER visits_counted AFTER INSERT ON visits BEGIN
	INSERT INTO visit_totals (kind, day, value, count) SELECT kind, day, value, 1 FROM visit_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER visits_uncounted BEFORE DELETE ON visits BEGIN
	INSERT INTO visit_totals (kind, day, value, count) SELECT kind, day, value, -1 FROM visit_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER visits_taken_out BEFORE UPDATE OF person_id, started_at, country, browser, referrer, changes, is_returning ON visits BEGIN
	INSERT INTO visit_totals (kind, day, value, count) SELECT kind, day, value, -1 FROM visit_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER visits_put_back AFTER UPDATE OF person_id, started_at, country, browser, referrer, changes, is_returning ON visits BEGIN
	INSERT INTO visit_totals (kind, day, value, count) SELECT kind, day, value, 1 FROM visit_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER page_views_counted AFTER INSERT ON page_views BEGIN
	INSERT INTO visit_totals (kind, day, value, count) SELECT kind, day, value, 1 FROM page_days WHERE id = NEW.id
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER page_views_uncounted BEFORE DELETE ON page_views BEGIN
	INSERT INTO visit_totals (kind, day, value, count) SELECT kind, day, value, -1 FROM page_days WHERE id = OLD.id
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
-- What nobody adds to any more goes, and with it the numbers of people who were erased.
CREATE TRIGGER visit_totals_gone AFTER UPDATE OF count ON visit_totals WHEN NEW.count = 0 BEGIN
	DELETE FROM visit_totals WHERE kind = NEW.kind AND day = NEW.day AND value = NEW.value;
END;
--> statement-breakpoint
CREATE TRIGGER debt_totals_gone AFTER UPDATE OF invoices ON debt_totals WHEN NEW.invoices = 0 BEGIN
	DELETE FROM debt_totals WHERE customer_id = NEW.customer_id;
END;
