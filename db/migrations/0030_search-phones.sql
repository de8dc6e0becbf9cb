CREATE INDEX `journal_notes` ON `journal` (`entity`,`id`) WHERE "journal"."note" is not null;
--> statement-breakpoint
DROP TRIGGER users_refound;
--> statement-breakpoint
DROP TRIGGER users_refound_before;
--> statement-breakpoint
DROP TRIGGER users_unfound;
--> statement-breakpoint
DROP TRIGGER users_found;
--> statement-breakpoint
DROP VIEW user_texts;
--> statement-breakpoint
CREATE VIEW user_texts AS SELECT id AS number, folded(name || ' ' || email || ' ' || role || ' ' || country || ' ' || phone || ' ' || ltrim(replace(replace(replace(replace(replace(replace(replace(phone, '(0)', ''), ' ', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', ''), '+0') || ' ' || company) AS text FROM users;
--> statement-breakpoint
CREATE TRIGGER users_found AFTER INSERT ON users BEGIN
	INSERT INTO user_search(rowid, text) SELECT number, text FROM user_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_unfound BEFORE DELETE ON users BEGIN
	INSERT INTO user_search(user_search, rowid, text) SELECT 'delete', number, text FROM user_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_refound_before BEFORE UPDATE OF name, email, role, country, phone, company ON users WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.role IS NOT NEW.role OR OLD.country IS NOT NEW.country OR OLD.phone IS NOT NEW.phone OR OLD.company IS NOT NEW.company BEGIN
	INSERT INTO user_search(user_search, rowid, text) SELECT 'delete', number, text FROM user_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_refound AFTER UPDATE OF name, email, role, country, phone, company ON users WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.role IS NOT NEW.role OR OLD.country IS NOT NEW.country OR OLD.phone IS NOT NEW.phone OR OLD.company IS NOT NEW.company BEGIN
	INSERT INTO user_search(rowid, text) SELECT number, text FROM user_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
INSERT INTO user_search(user_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO user_search(rowid, text) SELECT number, text FROM user_texts;
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
CREATE VIEW order_texts AS SELECT id AS number, folded('#' || id || ' ' || coalesce(invoice_id, '') || ' ' || customer_name || ' ' || customer_company || ' ' || customer_email || ' ' || customer_phone || ' ' || ltrim(replace(replace(replace(replace(replace(replace(replace(customer_phone, '(0)', ''), ' ', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', ''), '+0') || ' ' || payment_id || ' ' || billing || ' ' || shipping || ' ' || (SELECT coalesce(group_concat(atom, char(10)), '') FROM json_tree(CASE WHEN json_valid(items) THEN items ELSE '[]' END) WHERE key = 'name')) AS text FROM orders;
--> statement-breakpoint
CREATE TRIGGER orders_found AFTER INSERT ON orders BEGIN
	INSERT INTO order_search(rowid, text) SELECT number, text FROM order_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_unfound BEFORE DELETE ON orders BEGIN
	INSERT INTO order_search(order_search, rowid, text) SELECT 'delete', number, text FROM order_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_refound_before BEFORE UPDATE OF invoice_id, customer_name, customer_company, customer_email, customer_phone, payment_id, billing, shipping, items ON orders WHEN OLD.invoice_id IS NOT NEW.invoice_id OR OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.customer_email IS NOT NEW.customer_email OR OLD.customer_phone IS NOT NEW.customer_phone OR OLD.payment_id IS NOT NEW.payment_id OR OLD.billing IS NOT NEW.billing OR OLD.shipping IS NOT NEW.shipping OR OLD.items IS NOT NEW.items BEGIN
	INSERT INTO order_search(order_search, rowid, text) SELECT 'delete', number, text FROM order_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_refound AFTER UPDATE OF invoice_id, customer_name, customer_company, customer_email, customer_phone, payment_id, billing, shipping, items ON orders WHEN OLD.invoice_id IS NOT NEW.invoice_id OR OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.customer_email IS NOT NEW.customer_email OR OLD.customer_phone IS NOT NEW.customer_phone OR OLD.payment_id IS NOT NEW.payment_id OR OLD.billing IS NOT NEW.billing OR OLD.shipping IS NOT NEW.shipping OR OLD.items IS NOT NEW.items BEGIN
	INSERT INTO order_search(rowid, text) SELECT number, text FROM order_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
INSERT INTO order_search(order_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO order_search(rowid, text) SELECT number, text FROM order_texts;
--> statement-breakpoint
DROP TRIGGER invoices_refound;
--> statement-breakpoint
DROP TRIGGER invoices_refound_before;
--> statement-breakpoint
DROP TRIGGER invoices_unfound;
--> statement-breakpoint
DROP TRIGGER invoices_found;
--> statement-breakpoint
DROP VIEW invoice_texts;
--> statement-breakpoint
CREATE VIEW invoice_texts AS SELECT number AS number, folded(id || ' ' || customer_name || ' ' || customer_company || ' ' || billing_email || ' ' || billing_phone || ' ' || ltrim(replace(replace(replace(replace(replace(replace(replace(billing_phone, '(0)', ''), ' ', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', ''), '+0') || ' ' || billing_address || ' ' || (SELECT coalesce(group_concat(atom, char(10)), '') FROM json_tree(CASE WHEN json_valid(lines) THEN lines ELSE '[]' END) WHERE key = 'title')) AS text FROM invoices;
--> statement-breakpoint
CREATE TRIGGER invoices_found AFTER INSERT ON invoices BEGIN
	INSERT INTO invoice_search(rowid, text) SELECT number, text FROM invoice_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_unfound BEFORE DELETE ON invoices BEGIN
	INSERT INTO invoice_search(invoice_search, rowid, text) SELECT 'delete', number, text FROM invoice_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_refound_before BEFORE UPDATE OF customer_name, customer_company, billing_email, billing_phone, billing_address, lines ON invoices WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.billing_email IS NOT NEW.billing_email OR OLD.billing_phone IS NOT NEW.billing_phone OR OLD.billing_address IS NOT NEW.billing_address OR OLD.lines IS NOT NEW.lines BEGIN
	INSERT INTO invoice_search(invoice_search, rowid, text) SELECT 'delete', number, text FROM invoice_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_refound AFTER UPDATE OF customer_name, customer_company, billing_email, billing_phone, billing_address, lines ON invoices WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.billing_email IS NOT NEW.billing_email OR OLD.billing_phone IS NOT NEW.billing_phone OR OLD.billing_address IS NOT NEW.billing_address OR OLD.lines IS NOT NEW.lines BEGIN
	INSERT INTO invoice_search(rowid, text) SELECT number, text FROM invoice_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
INSERT INTO invoice_search(invoice_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO invoice_search(rowid, text) SELECT number, text FROM invoice_texts;
