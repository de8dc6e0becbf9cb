CREATE TABLE `attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`reply_id` integer,
	`owner_id` integer,
	`draft` text,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`size` integer NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	FOREIGN KEY (`reply_id`) REFERENCES `replies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `attachments_reply` ON `attachments` (`reply_id`);--> statement-breakpoint
CREATE INDEX `attachments_draft` ON `attachments` (`owner_id`,`draft`);--> statement-breakpoint
CREATE TABLE `canned_replies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `canned_replies_by_id` ON `canned_replies` (`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `canned_replies_by_title` ON `canned_replies` (`deleted_at`,folded("title"),`id`);--> statement-breakpoint
CREATE TABLE `faq_misses` (
	`query` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `faq_reads` (
	`faq_id` integer NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`faq_id`, `day`),
	FOREIGN KEY (`faq_id`) REFERENCES `faqs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `faq_reads_day` ON `faq_reads` (`day`);--> statement-breakpoint
CREATE TABLE `faq_votes` (
	`faq_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`helpful` integer NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	PRIMARY KEY(`faq_id`, `user_id`),
	FOREIGN KEY (`faq_id`) REFERENCES `faqs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `faq_votes_user` ON `faq_votes` (`user_id`);--> statement-breakpoint
CREATE TABLE `faqs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`question` text NOT NULL,
	`answer` text NOT NULL,
	`topic` text NOT NULL,
	`status` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `faqs_by_id` ON `faqs` (`deleted_at`,`id`,`status`,`topic`);--> statement-breakpoint
CREATE INDEX `faqs_by_question` ON `faqs` (`deleted_at`,folded("question"),`id`,`status`,`topic`);--> statement-breakpoint
CREATE INDEX `faqs_by_position` ON `faqs` (`deleted_at`,`position`,`id`,`status`,`topic`);--> statement-breakpoint
CREATE INDEX `faqs_by_created` ON `faqs` (`deleted_at`,`created_at`,`id`,`status`,`topic`);--> statement-breakpoint
CREATE INDEX `faqs_topic` ON `faqs` (`topic`,`position`);--> statement-breakpoint
CREATE TABLE `replies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` integer NOT NULL,
	`author_id` integer,
	`author_name` text NOT NULL,
	`internal` integer DEFAULT false NOT NULL,
	`body` text NOT NULL,
	`merged_from` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `replies_by_id` ON `replies` (`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `replies_by_created` ON `replies` (`deleted_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `replies_ticket` ON `replies` (`ticket_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `replies_author` ON `replies` (`author_id`);--> statement-breakpoint
CREATE TABLE `reply_drafts` (
	`user_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`body` text NOT NULL,
	`internal` integer DEFAULT false NOT NULL,
	`updated_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	PRIMARY KEY(`user_id`, `ticket_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reply_drafts_ticket` ON `reply_drafts` (`ticket_id`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`status` text NOT NULL,
	`priority` text NOT NULL,
	`topic` text NOT NULL,
	`requester_id` integer,
	`requester_name` text NOT NULL,
	`requester_email` text DEFAULT '' NOT NULL,
	`assignee_id` integer,
	`order_id` integer,
	`merged_into` integer,
	`waiting_since` integer,
	`answer_due_at` integer,
	`first_answered_at` integer,
	`last_reply_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `tickets_by_id` ON `tickets` (`deleted_at`,`id`,`status`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_subject` ON `tickets` (`deleted_at`,folded("subject"),`id`,`status`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_requester` ON `tickets` (`deleted_at`,folded("requester_name"),`id`,`status`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_status` ON `tickets` (`deleted_at`,`status`,`id`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_priority` ON `tickets` (`deleted_at`,case "priority" when 'Urgent' then 4 when 'High' then 3 when 'Normal' then 2 else 1 end,`id`,`status`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_created` ON `tickets` (`deleted_at`,`created_at`,`id`,`status`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_updated` ON `tickets` (`deleted_at`,`last_reply_at`,`id`,`status`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_due` ON `tickets` (`deleted_at`,`answer_due_at`,`id`,`status`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `tickets_requester` ON `tickets` (`requester_id`,`last_reply_at`);--> statement-breakpoint
CREATE INDEX `tickets_assignee` ON `tickets` (`assignee_id`,`last_reply_at`);--> statement-breakpoint
ALTER TABLE `messages` ADD `ticket_id` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `reply_id` integer;--> statement-breakpoint
CREATE INDEX `messages_latest` ON `messages` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_ticket` ON `messages` (`ticket_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `notifications_latest` ON `notifications` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_href` ON `notifications` (`href`);