CREATE TABLE `firebase_accounts` (
	`uid` text PRIMARY KEY NOT NULL,
	`sign_up` text,
	`proven_at` integer,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `provider_work` (
	`uid` text PRIMARY KEY NOT NULL,
	`task` text NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL
);
