CREATE TABLE `second_step_resets` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`by_id` integer,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `second_step_resets_code_hash_unique` ON `second_step_resets` (`code_hash`);--> statement-breakpoint
CREATE INDEX `second_step_resets_due` ON `second_step_resets` (`due_at`);--> statement-breakpoint
CREATE INDEX `second_step_resets_by` ON `second_step_resets` (`by_id`);