CREATE INDEX `payments_of_kind` ON `payments` (`deleted_at`,`kind`,`date`,`id`,`amount`);--> statement-breakpoint
CREATE INDEX `payments_of_method` ON `payments` (`deleted_at`,`method`,`date`,`id`,`amount`,`kind`);--> statement-breakpoint
CREATE INDEX `payments_of_source` ON `payments` (`deleted_at`,`source`,`date`,`id`,`amount`,`kind`);--> statement-breakpoint
CREATE INDEX `invoices_sent` ON `invoices` (`deleted_at`,`number`,`id`,`sent_at`,`total_amount`) WHERE "invoices"."sent_at" is not null;