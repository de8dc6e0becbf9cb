ALTER TABLE `users` ADD `access_taken_at` integer;
--> statement-breakpoint
UPDATE `users` SET `access_taken_at` = (
	SELECT max(`at`) FROM `journal`
	WHERE `entity` = 'users' AND `record_id` = cast(`users`.`id` AS text) AND `action` = 'security' AND `note` LIKE 'changed the access from % to no access'
) WHERE `access` = 'none' AND `uid` IS NOT NULL;
