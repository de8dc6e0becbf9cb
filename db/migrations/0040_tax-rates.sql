CREATE TABLE `tax_rates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`rate` integer DEFAULT 0 NOT NULL,
	`category` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`used` integer DEFAULT false NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `tax_rates_by_id` ON `tax_rates` (`deleted_at`,`id`,`status`,`category`);--> statement-breakpoint
CREATE INDEX `tax_rates_by_name` ON `tax_rates` (`deleted_at`,natural_key("name"),`id`,`status`,`category`);--> statement-breakpoint
CREATE INDEX `tax_rates_by_rate` ON `tax_rates` (`deleted_at`,`rate`,`id`,`status`,`category`);--> statement-breakpoint
ALTER TABLE `companies` ADD `price_tax` text DEFAULT 'excluded' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `default_tax_rate_id` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `tax_rate_id` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `taxes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `shipping_tax` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `includes_tax` integer DEFAULT false NOT NULL;