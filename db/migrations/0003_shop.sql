CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`issue_date` text NOT NULL,
	`due_date` text NOT NULL,
	`status` text NOT NULL,
	`completed_at` integer,
	`customer_id` integer,
	`customer_name` text NOT NULL,
	`customer_image` text,
	`billing_email` text DEFAULT '' NOT NULL,
	`billing_phone` text DEFAULT '' NOT NULL,
	`billing_address` text DEFAULT '' NOT NULL,
	`payment_method` text DEFAULT '' NOT NULL,
	`card_holder` text DEFAULT '' NOT NULL,
	`card_no` text DEFAULT '' NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`shipping_charge` integer DEFAULT 0 NOT NULL,
	`tax` integer DEFAULT 0 NOT NULL,
	`total_amount` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number_unique` ON `invoices` (`number`);--> statement-breakpoint
CREATE INDEX `invoices_number` ON `invoices` (`deleted_at`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_status` ON `invoices` (`deleted_at`,`status`,`due_date`);--> statement-breakpoint
CREATE INDEX `invoices_customer` ON `invoices` (`customer_id`,`number`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` text,
	`delivered_at` integer,
	`customer_id` integer,
	`customer_name` text NOT NULL,
	`customer_email` text DEFAULT '' NOT NULL,
	`customer_phone` text DEFAULT '' NOT NULL,
	`customer_image` text,
	`billing` text DEFAULT '' NOT NULL,
	`shipping` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`payment_id` text DEFAULT '' NOT NULL,
	`payment_method` text DEFAULT '' NOT NULL,
	`card_number` text DEFAULT '' NOT NULL,
	`items` text DEFAULT '[]' NOT NULL,
	`sub_total_amount` integer NOT NULL,
	`discount_amount` integer DEFAULT 0 NOT NULL,
	`tax_amount` integer DEFAULT 0 NOT NULL,
	`shipping_charge_amount` integer DEFAULT 0 NOT NULL,
	`total_amount` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`deleted_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`deleted_at`,lower("status"),`created_at`);--> statement-breakpoint
CREATE INDEX `orders_customer` ON `orders` (`customer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_invoice` ON `orders` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`code` text NOT NULL,
	`category` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`price` integer NOT NULL,
	`discount` integer DEFAULT 0 NOT NULL,
	`stock` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`colors` text DEFAULT '[]' NOT NULL,
	`sizes` text DEFAULT '[]' NOT NULL,
	`features` text DEFAULT '[]' NOT NULL,
	`offers` text DEFAULT '[]' NOT NULL,
	`images` text DEFAULT '[]' NOT NULL,
	`feature_image` text,
	`rating` integer DEFAULT 0 NOT NULL,
	`total_reviews` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_code` ON `products` (lower("code")) WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `products_created` ON `products` (`deleted_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `products_status` ON `products` (`deleted_at`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `products_stock` ON `products` (`deleted_at`,`stock`);--> statement-breakpoint
CREATE TABLE `review_votes` (
	`review_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`vote` text NOT NULL,
	PRIMARY KEY(`review_id`, `user_id`),
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`created_at` integer DEFAULT (unixepoch('subsec') * 1000) NOT NULL,
	`rating` integer NOT NULL,
	`review` text NOT NULL,
	`user_id` integer,
	`user_name` text NOT NULL,
	`user_image` text,
	`likes` integer DEFAULT 0 NOT NULL,
	`dislikes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reviews_product` ON `reviews` (`product_id`,`created_at`);