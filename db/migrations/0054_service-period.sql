ALTER TABLE `invoices` ADD `service_from` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `service_to` text DEFAULT '' NOT NULL;