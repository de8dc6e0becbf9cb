DROP INDEX `payments_by_customer`;--> statement-breakpoint
CREATE INDEX `payments_by_id` ON `payments` (`deleted_at`,`id`,`kind`,`method`,`source`);--> statement-breakpoint
CREATE INDEX `payments_by_customer` ON `payments` (`deleted_at`,natural_key("customer_name"),`id`,`kind`,`method`,`source`);