DROP INDEX `credit_notes_by_invoice`;--> statement-breakpoint
CREATE INDEX `credit_notes_by_invoice` ON `credit_notes` (`deleted_at`,`invoice_id`,`id`,`date`);--> statement-breakpoint
ALTER TABLE `companies` ADD `invoice_lock` text DEFAULT 'sent' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `closing_date` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `locked_hash` text;