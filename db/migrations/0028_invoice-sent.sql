DROP INDEX `invoices_by_number`;--> statement-breakpoint
DROP INDEX `invoices_months_issued`;--> statement-breakpoint
DROP INDEX `invoices_months_due`;--> statement-breakpoint
DROP INDEX `invoices_months_paid`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `sent_at` integer;--> statement-breakpoint
CREATE INDEX `invoices_by_number` ON `invoices` (`deleted_at`,`number`,`id`,`status`,`due_date`,`issue_date`,`completed_at`,`payment_method`,`sent_at`);--> statement-breakpoint
CREATE INDEX `invoices_months_issued` ON `invoices` (`deleted_at`,unixepoch("issue_date") / 2592000,`number`,`id`,`status`,`due_date`,`issue_date`,`payment_method`,`sent_at`);--> statement-breakpoint
CREATE INDEX `invoices_months_due` ON `invoices` (`deleted_at`,unixepoch("due_date") / 2592000,`number`,`id`,`status`,`due_date`,`payment_method`,`sent_at`);--> statement-breakpoint
CREATE INDEX `invoices_months_paid` ON `invoices` (`deleted_at`,"completed_at" / 2592000000,`number`,`id`,`status`,`due_date`,`issue_date`,`completed_at`,`payment_method`,`sent_at`);