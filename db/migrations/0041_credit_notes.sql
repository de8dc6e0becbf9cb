CREATE TABLE `credit_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`date` text NOT NULL,
	`reason` text NOT NULL,
	`issuer_id` integer DEFAULT 1 NOT NULL,
	`customer_id` integer,
	`customer_name` text NOT NULL,
	`customer_company` text DEFAULT '' NOT NULL,
	`billing_email` text DEFAULT '' NOT NULL,
	`billing_phone` text DEFAULT '' NOT NULL,
	`billing_address` text DEFAULT '' NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`shipping_charge` integer DEFAULT 0 NOT NULL,
	`tax` integer DEFAULT 0 NOT NULL,
	`total_amount` integer NOT NULL,
	`applied` integer NOT NULL,
	`unapplied` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_number_unique` ON `credit_notes` (`number`);--> statement-breakpoint
CREATE INDEX `credit_notes_by_number` ON `credit_notes` (`deleted_at`,`number`,`id`,`date`);--> statement-breakpoint
CREATE INDEX `credit_notes_by_date` ON `credit_notes` (`deleted_at`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `credit_notes_by_invoice` ON `credit_notes` (`deleted_at`,natural_key("invoice_id"),`id`,`date`);--> statement-breakpoint
CREATE INDEX `credit_notes_by_customer` ON `credit_notes` (`deleted_at`,natural_key("customer_name"),`id`,`date`);--> statement-breakpoint
CREATE INDEX `credit_notes_by_total` ON `credit_notes` (`deleted_at`,`total_amount`,`id`,`date`);--> statement-breakpoint
CREATE INDEX `credit_notes_invoice` ON `credit_notes` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `credit_notes_customer` ON `credit_notes` (`customer_id`,`number`);
--> statement-breakpoint
CREATE VIEW credit_allocations AS
	SELECT invoice_id, 'credit note' AS source, number AS source_id, date, applied AS amount
	FROM credit_notes WHERE applied > 0 AND deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER credit_notes_applied AFTER INSERT ON credit_notes BEGIN
	INSERT INTO allocations (invoice_id, source, source_id, date, amount) SELECT invoice_id, source, source_id, date, amount FROM credit_allocations WHERE source_id = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER credit_notes_released BEFORE DELETE ON credit_notes BEGIN
	DELETE FROM allocations WHERE source = 'credit note' AND source_id = OLD.number;
END;
