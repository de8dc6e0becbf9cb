CREATE TABLE `order_payments` (
	`status` text NOT NULL,
	`method` text NOT NULL,
	`orders` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`status`, `method`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `people_totals` (
	`status` text NOT NULL,
	`role` text NOT NULL,
	`people` integer NOT NULL,
	PRIMARY KEY(`status`, `role`)
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `invoices_by_number`;--> statement-breakpoint
CREATE INDEX `invoices_by_number` ON `invoices` (`deleted_at`,`number`,`id`,`status`,`due_date`,`issue_date`,`completed_at`,`payment_method`);--> statement-breakpoint
DROP INDEX `orders_by_created`;--> statement-breakpoint
CREATE INDEX `orders_by_created` ON `orders` (`deleted_at`,`created_at`,`id`,`status`,`payment_method`,`delivered_at`);--> statement-breakpoint
DROP INDEX `visits_started`;--> statement-breakpoint
CREATE INDEX `visits_started` ON `visits` (`started_at`,`id`,`country`,`browser`,`referrer`,`changes`,`is_returning`);
--> statement-breakpoint
CREATE TRIGGER orders_payment_counted AFTER INSERT ON orders WHEN NEW.deleted_at IS NULL BEGIN
	INSERT INTO order_payments (status, method, orders, total) VALUES (lower(NEW.status), lower(NEW.payment_method), 1, NEW.total_amount)
		ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER orders_payment_uncounted BEFORE DELETE ON orders WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO order_payments (status, method, orders, total) VALUES (lower(OLD.status), lower(OLD.payment_method), -1, -OLD.total_amount)
		ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER orders_payment_taken_out BEFORE UPDATE OF status, payment_method, total_amount, deleted_at ON orders WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO order_payments (status, method, orders, total) VALUES (lower(OLD.status), lower(OLD.payment_method), -1, -OLD.total_amount)
		ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER orders_payment_put_back AFTER UPDATE OF status, payment_method, total_amount, deleted_at ON orders WHEN NEW.deleted_at IS NULL BEGIN
	INSERT INTO order_payments (status, method, orders, total) VALUES (lower(NEW.status), lower(NEW.payment_method), 1, NEW.total_amount)
		ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER users_counted AFTER INSERT ON users WHEN NEW.deleted_at IS NULL BEGIN
	INSERT INTO people_totals (status, role, people) VALUES (NEW.status, NEW.role, 1)
		ON CONFLICT DO UPDATE SET people = people + excluded.people;
END;
--> statement-breakpoint
CREATE TRIGGER users_uncounted BEFORE DELETE ON users WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO people_totals (status, role, people) VALUES (OLD.status, OLD.role, -1)
		ON CONFLICT DO UPDATE SET people = people + excluded.people;
END;
--> statement-breakpoint
CREATE TRIGGER users_taken_out BEFORE UPDATE OF status, role, deleted_at ON users WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO people_totals (status, role, people) VALUES (OLD.status, OLD.role, -1)
		ON CONFLICT DO UPDATE SET people = people + excluded.people;
END;
--> statement-breakpoint
CREATE TRIGGER users_put_back AFTER UPDATE OF status, role, deleted_at ON users WHEN NEW.deleted_at IS NULL BEGIN
	INSERT INTO people_totals (status, role, people) VALUES (NEW.status, NEW.role, 1)
		ON CONFLICT DO UPDATE SET people = people + excluded.people;
END;
--> statement-breakpoint
-- What is there already.
INSERT INTO order_payments (status, method, orders, total) SELECT lower(status), lower(payment_method), count(*), sum(total_amount) FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO people_totals (status, role, people) SELECT status, role, count(*) FROM users WHERE deleted_at IS NULL GROUP BY 1, 2;
