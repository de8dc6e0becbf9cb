ALTER TABLE `companies` ADD `time_zone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `work_days` text DEFAULT '["monday","tuesday","wednesday","thursday","friday"]' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `work_from` text DEFAULT '08:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `work_to` text DEFAULT '18:00' NOT NULL;