CREATE TABLE `latest_mails` (
	`event` text NOT NULL,
	`user_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`event`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `latest_mails_user` ON `latest_mails` (`user_id`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` text NOT NULL,
	`recipient` text NOT NULL,
	`about` text NOT NULL,
	`content` text,
	`entity` text,
	`record_id` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`problem` text,
	`failed_at` integer,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_message_id_unique` ON `mails` (`message_id`);--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`) WHERE "mails"."failed_at" is null;--> statement-breakpoint
CREATE INDEX `mails_record` ON `mails` (`entity`,`record_id`);--> statement-breakpoint
CREATE INDEX `mails_failed` ON `mails` (`failed_at`) WHERE "mails"."failed_at" is not null;--> statement-breakpoint
ALTER TABLE `form_keys` ADD `request_hash` text;--> statement-breakpoint
ALTER TABLE `form_keys` ADD `answer` text;