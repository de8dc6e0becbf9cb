ALTER TABLE `messages` ADD `needs` text DEFAULT 'account:all' NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `needs` text DEFAULT 'account:all' NOT NULL;--> statement-breakpoint
ALTER TABLE `waiting_mails` ADD `needs` text DEFAULT 'account:all' NOT NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `uploader_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `users_picture` ON `users` (`image`) WHERE "users"."image" like '/files/%';--> statement-breakpoint
UPDATE `messages` SET `needs` = CASE WHEN `from_name` = 'Support' THEN 'tickets.view:own' ELSE 'tickets.view:all' END;--> statement-breakpoint
UPDATE `notifications` SET `needs` = CASE
	WHEN `href` LIKE '/support/tickets/%' AND `from_name` = 'Support' THEN 'tickets.view:own'
	WHEN `href` LIKE '/support/tickets/%' THEN 'tickets.view:all'
	WHEN `href` LIKE '/orders%' OR `href` LIKE '/invoices%' OR `href` LIKE '/products%' THEN 'sales.view:all'
	WHEN `href` LIKE '/users/%' OR `href` LIKE '/team/%' THEN 'team.view:all'
	ELSE `needs` END;--> statement-breakpoint
UPDATE `waiting_mails` SET `needs` = CASE
	WHEN `event` IN ('newTicket', 'ticketAssigned') THEN 'support.view:all'
	WHEN `event` IN ('newOrder', 'invoiceOverdue', 'lowStock') THEN 'sales.view:all'
	WHEN `event` = 'approval' THEN 'team.invite:all'
	WHEN `event` IN ('ticketAnswered', 'ticketSettled') THEN CASE (SELECT `access` FROM `users` WHERE `users`.`id` = `user_id`) WHEN 'client' THEN 'tickets.view:own' ELSE 'tickets.view:all' END
	ELSE `needs` END;
