DROP INDEX `users_access`;--> statement-breakpoint
DROP INDEX `users_by_name`;--> statement-breakpoint
DROP INDEX `users_by_country`;--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (`deleted_at`,folded("name"),`id`);--> statement-breakpoint
CREATE INDEX `users_access` ON `users` (`access`,natural_key("name"),`id`) WHERE "users"."access" <> 'none';--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`deleted_at`,natural_key("name"),`id`,`status`,`role`);--> statement-breakpoint
CREATE INDEX `users_by_country` ON `users` (`deleted_at`,natural_key("country"),`id`,`status`,`role`);--> statement-breakpoint
DROP INDEX `products_by_title`;--> statement-breakpoint
DROP INDEX `products_by_code`;--> statement-breakpoint
CREATE INDEX `products_title` ON `products` (`deleted_at`,folded("title"),`id`);--> statement-breakpoint
CREATE INDEX `products_by_title` ON `products` (`deleted_at`,natural_key("title"),`id`,`status`,`category`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_code` ON `products` (`deleted_at`,natural_key("code"),`id`,`status`,`category`,`stock`);--> statement-breakpoint
DROP INDEX `invoices_by_customer`;--> statement-breakpoint
CREATE INDEX `invoices_by_customer` ON `invoices` (`deleted_at`,natural_key("customer_name"),`id`,`status`,`due_date`,`issue_date`);--> statement-breakpoint
DROP INDEX `orders_by_customer`;--> statement-breakpoint
CREATE INDEX `orders_by_customer` ON `orders` (`deleted_at`,natural_key("customer_name"),`id`,`status`,`payment_method`,`created_at`);--> statement-breakpoint
DROP INDEX `canned_replies_by_title`;--> statement-breakpoint
CREATE INDEX `canned_replies_by_title` ON `canned_replies` (`deleted_at`,natural_key("title"),`id`);--> statement-breakpoint
DROP INDEX `faqs_by_question`;--> statement-breakpoint
CREATE INDEX `faqs_by_question` ON `faqs` (`deleted_at`,natural_key("question"),`id`,`status`,`topic`);--> statement-breakpoint
DROP INDEX `tickets_by_subject`;--> statement-breakpoint
DROP INDEX `tickets_by_requester`;--> statement-breakpoint
CREATE INDEX `tickets_by_subject` ON `tickets` (`deleted_at`,natural_key("subject"),`id`,`status`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_requester` ON `tickets` (`deleted_at`,natural_key("requester_name"),`id`,`status`,`priority`,`topic`,`assignee_id`);--> statement-breakpoint
DROP INDEX `candidates_name`;--> statement-breakpoint
CREATE INDEX `candidates_name` ON `candidates` (natural_key("name"),`id`);--> statement-breakpoint
DROP INDEX `courses_title`;--> statement-breakpoint
CREATE INDEX `courses_title` ON `courses` (natural_key("title"),`id`);--> statement-breakpoint
DROP INDEX `saved_views_by_name`;--> statement-breakpoint
CREATE INDEX `saved_views_by_name` ON `saved_views` (`deleted_at`,natural_key("name"),`id`,`owner_id`,`shared`);