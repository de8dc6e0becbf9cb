ALTER TABLE `users` ADD `tax_treatment` text DEFAULT 'taxable' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `tax_number` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `customer_tax_treatment` text DEFAULT 'taxable' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `customer_tax_number` text DEFAULT '' NOT NULL;