CREATE TABLE `firebase_accounts` (
	`uid` text PRIMARY KEY NOT NULL,
	`email` text,
	`sign_up` text,
	`proven_at` integer,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `provider_work` (
	`uid` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`task` text NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL
);
