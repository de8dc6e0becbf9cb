CREATE TABLE `background_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` integer NOT NULL,
	`title` text NOT NULL,
	`back` text NOT NULL,
	`state` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer NOT NULL,
	`change` text,
	`end` text,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `background_jobs_person` ON `background_jobs` (`person_id`);--> statement-breakpoint
CREATE INDEX `background_jobs_created` ON `background_jobs` (`created_at`);--> statement-breakpoint
CREATE INDEX `background_jobs_state` ON `background_jobs` (`state`);