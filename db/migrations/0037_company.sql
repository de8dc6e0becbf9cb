CREATE TABLE `companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`website` text DEFAULT '' NOT NULL,
	`tax_number` text DEFAULT '' NOT NULL,
	`registration_number` text DEFAULT '' NOT NULL,
	`payment` text DEFAULT '' NOT NULL,
	`footer` text DEFAULT '' NOT NULL,
	`logo` text,
	`payment_term` integer DEFAULT 14 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE TABLE `issuers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`website` text DEFAULT '' NOT NULL,
	`tax_number` text DEFAULT '' NOT NULL,
	`registration_number` text DEFAULT '' NOT NULL,
	`payment` text DEFAULT '' NOT NULL,
	`footer` text DEFAULT '' NOT NULL,
	`logo` text,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL
);
--> statement-breakpoint
ALTER TABLE `invoices` ADD `issuer_id` integer DEFAULT 1 NOT NULL;