ALTER TABLE `payments` ADD `bank_reference` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_bank_reference` ON `payments` (`bank_reference`) WHERE "payments"."bank_reference" <> '' and "payments"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `proposal` text;