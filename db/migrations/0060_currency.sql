ALTER TABLE `companies` ADD `currency` text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE `issuers` ADD `currency` text DEFAULT 'USD' NOT NULL;