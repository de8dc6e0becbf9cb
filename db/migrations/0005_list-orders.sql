DROP INDEX `invoices_number`;--> statement-breakpoint
DROP INDEX `invoices_status`;--> statement-breakpoint
CREATE INDEX `invoices_by_number` ON `invoices` (`deleted_at`,`number`,`id`,`status`,`due_date`,`issue_date`);--> statement-breakpoint
CREATE INDEX `invoices_by_customer` ON `invoices` (`deleted_at`,folded("customer_name"),`id`,`status`,`due_date`,`issue_date`);--> statement-breakpoint
CREATE INDEX `invoices_by_issued` ON `invoices` (`deleted_at`,`issue_date`,`id`,`status`,`due_date`);--> statement-breakpoint
CREATE INDEX `invoices_by_due` ON `invoices` (`deleted_at`,`due_date`,`id`,`status`,`issue_date`);--> statement-breakpoint
CREATE INDEX `invoices_by_total` ON `invoices` (`deleted_at`,`total_amount`,`id`,`status`,`due_date`,`issue_date`);--> statement-breakpoint
CREATE INDEX `invoices_by_status` ON `invoices` (`deleted_at`,`status`,`id`,`due_date`,`issue_date`);--> statement-breakpoint
DROP INDEX `orders_created`;--> statement-breakpoint
DROP INDEX `orders_status`;--> statement-breakpoint
CREATE INDEX `orders_by_id` ON `orders` (`deleted_at`,`id`,`status`,`payment_method`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_by_invoice` ON `orders` (`deleted_at`,`invoice_id`,`id`,`status`,`payment_method`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_by_customer` ON `orders` (`deleted_at`,folded("customer_name"),`id`,`status`,`payment_method`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`deleted_at`,"status" collate nocase,`id`,`status`,`payment_method`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_by_payment` ON `orders` (`deleted_at`,"payment_method" collate nocase,`id`,`status`,`payment_method`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_by_created` ON `orders` (`deleted_at`,`created_at`,`id`,`status`,`payment_method`);--> statement-breakpoint
CREATE INDEX `orders_by_delivered` ON `orders` (`deleted_at`,`delivered_at`,`id`,`status`,`payment_method`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_by_total` ON `orders` (`deleted_at`,`total_amount`,`id`,`status`,`payment_method`,`created_at`);--> statement-breakpoint
DROP INDEX `products_created`;--> statement-breakpoint
DROP INDEX `products_status`;--> statement-breakpoint
DROP INDEX `products_stock`;--> statement-breakpoint
CREATE INDEX `products_by_id` ON `products` (`deleted_at`,`id`,`status`,`category`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_title` ON `products` (`deleted_at`,folded("title"),`id`,`status`,`category`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_code` ON `products` (`deleted_at`,"code" collate nocase,`id`,`status`,`category`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_category` ON `products` (`deleted_at`,`category`,`id`,`status`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_price` ON `products` (`deleted_at`,`price`,`id`,`status`,`category`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_discount` ON `products` (`deleted_at`,`discount`,`id`,`status`,`category`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_stock` ON `products` (`deleted_at`,`stock`,`id`,`status`,`category`);--> statement-breakpoint
CREATE INDEX `products_by_rating` ON `products` (`deleted_at`,`rating`,`id`,`status`,`category`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_reviews` ON `products` (`deleted_at`,`total_reviews`,`id`,`status`,`category`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_status` ON `products` (`deleted_at`,`status`,`id`,`category`,`stock`);--> statement-breakpoint
CREATE INDEX `products_by_created` ON `products` (`deleted_at`,`created_at`,`id`,`status`,`category`,`stock`);--> statement-breakpoint
DROP INDEX `users_created`;--> statement-breakpoint
DROP INDEX `users_status`;--> statement-breakpoint
CREATE INDEX `users_by_id` ON `users` (`deleted_at`,`id`,`status`,`role`);--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`deleted_at`,folded("name"),`id`,`status`,`role`);--> statement-breakpoint
CREATE INDEX `users_by_email` ON `users` (`deleted_at`,`email`,`id`,`status`,`role`);--> statement-breakpoint
CREATE INDEX `users_by_role` ON `users` (`deleted_at`,`role`,`id`,`status`);--> statement-breakpoint
CREATE INDEX `users_by_status` ON `users` (`deleted_at`,`status`,`id`,`role`);--> statement-breakpoint
CREATE INDEX `users_by_country` ON `users` (`deleted_at`,folded("country"),`id`,`status`,`role`);--> statement-breakpoint
CREATE INDEX `users_by_phone` ON `users` (`deleted_at`,`phone`,`id`,`status`,`role`);--> statement-breakpoint
CREATE INDEX `users_by_created` ON `users` (`deleted_at`,`created_at`,`id`,`status`,`role`);