CREATE TABLE `invoice_drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer,
	`customer_name` text DEFAULT '' NOT NULL,
	`entries` text NOT NULL,
	`total_amount` integer,
	`invoice_id` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `invoice_drafts_by_id` ON `invoice_drafts` (`deleted_at`,`id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `invoice_drafts_by_created` ON `invoice_drafts` (`deleted_at`,`created_at`,`id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `invoice_drafts_by_customer` ON `invoice_drafts` (`deleted_at`,natural_key("customer_name"),`id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `invoice_drafts_by_total` ON `invoice_drafts` (`deleted_at`,`total_amount`,`id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `invoice_drafts_customer` ON `invoice_drafts` (`customer_id`,`deleted_at`);