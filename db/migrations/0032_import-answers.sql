ALTER TABLE `import_rows` ADD `answer` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `defaults` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `differing` integer DEFAULT 0 NOT NULL;