ALTER TABLE `orders` ADD `shipping_tax` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `includes_tax` integer DEFAULT false NOT NULL;