ALTER TABLE `users` ADD `access` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `areas` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE `users` SET `access` = 'admin' WHERE `uid` IS NOT NULL AND `status` = 'Active' AND `deleted_at` IS NULL;--> statement-breakpoint
UPDATE `users` SET `access` = 'owner' WHERE `id` = (SELECT `id` FROM `users` WHERE `access` = 'admin' AND `deactivated_at` IS NULL ORDER BY `created_at`, `id` LIMIT 1);
