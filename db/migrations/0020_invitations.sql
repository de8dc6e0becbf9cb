CREATE TABLE `invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code_hash` text NOT NULL,
	`email` text NOT NULL,
	`access` text NOT NULL,
	`areas` text DEFAULT '{}' NOT NULL,
	`by_id` integer,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_code_hash_unique` ON `invitations` (`code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_waiting` ON `invitations` (`email`) WHERE "invitations"."used_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX `invitations_by` ON `invitations` (`by_id`);--> statement-breakpoint
CREATE INDEX `users_access` ON `users` (`access`,`id`) WHERE "users"."access" <> 'none';