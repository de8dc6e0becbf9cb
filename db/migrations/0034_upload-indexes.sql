CREATE INDEX `attachments_owner` ON `attachments` (`owner_id`,`created_at`,`size`);--> statement-breakpoint
CREATE INDEX `files_uploader` ON `files` (`uploader_id`,`created_at`);