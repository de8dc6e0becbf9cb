DROP INDEX `users_created`;--> statement-breakpoint
DROP INDEX `users_status`;--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`deleted_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `users_status` ON `users` (`deleted_at`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `journal_at` ON `journal` (`at`);