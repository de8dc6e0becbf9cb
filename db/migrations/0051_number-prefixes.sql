ALTER TABLE `companies` ADD `invoice_prefix` text DEFAULT 'INV' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `credit_note_prefix` text DEFAULT 'CN' NOT NULL;