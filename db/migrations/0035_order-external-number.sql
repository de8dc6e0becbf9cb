ALTER TABLE `orders` ADD `external_number` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_external_number` ON `orders` (`external_number`) WHERE "orders"."external_number" <> '' and "orders"."deleted_at" is null;
--> statement-breakpoint
DROP TRIGGER orders_refound;
--> statement-breakpoint
DROP TRIGGER orders_refound_before;
--> statement-breakpoint
DROP TRIGGER orders_unfound;
--> statement-breakpoint
DROP TRIGGER orders_found;
--> statement-breakpoint
DROP VIEW order_texts;
--> statement-breakpoint
CREATE VIEW order_texts AS SELECT id AS number, folded('#' || id || ' ' || coalesce(invoice_id, '') || ' ' || customer_name || ' ' || customer_company || ' ' || customer_email || ' ' || customer_phone || ' ' || ltrim(replace(replace(replace(replace(replace(replace(replace(customer_phone, '(0)', ''), ' ', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', ''), '+0') || ' ' || payment_id || ' ' || billing || ' ' || shipping || ' ' || external_number || ' ' || (SELECT coalesce(group_concat(atom, char(10)), '') FROM json_tree(CASE WHEN json_valid(items) THEN items ELSE '[]' END) WHERE key = 'name')) AS text FROM orders;
--> statement-breakpoint
CREATE TRIGGER orders_found AFTER INSERT ON orders BEGIN
	INSERT INTO order_search(rowid, text) SELECT number, text FROM order_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_unfound BEFORE DELETE ON orders BEGIN
	INSERT INTO order_search(order_search, rowid, text) SELECT 'delete', number, text FROM order_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_refound_before BEFORE UPDATE OF invoice_id, customer_name, customer_company, customer_email, customer_phone, payment_id, billing, shipping, external_number, items ON orders WHEN OLD.invoice_id IS NOT NEW.invoice_id OR OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.customer_email IS NOT NEW.customer_email OR OLD.customer_phone IS NOT NEW.customer_phone OR OLD.payment_id IS NOT NEW.payment_id OR OLD.billing IS NOT NEW.billing OR OLD.shipping IS NOT NEW.shipping OR OLD.external_number IS NOT NEW.external_number OR OLD.items IS NOT NEW.items BEGIN
	INSERT INTO order_search(order_search, rowid, text) SELECT 'delete', number, text FROM order_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_refound AFTER UPDATE OF invoice_id, customer_name, customer_company, customer_email, customer_phone, payment_id, billing, shipping, external_number, items ON orders WHEN OLD.invoice_id IS NOT NEW.invoice_id OR OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.customer_email IS NOT NEW.customer_email OR OLD.customer_phone IS NOT NEW.customer_phone OR OLD.payment_id IS NOT NEW.payment_id OR OLD.billing IS NOT NEW.billing OR OLD.shipping IS NOT NEW.shipping OR OLD.external_number IS NOT NEW.external_number OR OLD.items IS NOT NEW.items BEGIN
	INSERT INTO order_search(rowid, text) SELECT number, text FROM order_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
INSERT INTO order_search(order_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO order_search(rowid, text) SELECT number, text FROM order_texts;
