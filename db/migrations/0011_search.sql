-- What is searched: the folded texts of each record in one index of trigrams, which holds no text itself. `folded` is the app's own, see `db/fold`.
-- A record's place in it is 2^40 times the number of its kind and its own number, so that each kind is one stretch of the index, the newest last.
CREATE VIRTUAL TABLE search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
-- What is taken out leaves no trace in the file.
INSERT INTO search(search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIEW user_texts AS SELECT id AS number, (1 << 40) + id AS place, folded(name || ' ' || email || ' ' || phone || ' ' || country || ' ' || role) AS text FROM users;
--> statement-breakpoint
INSERT INTO search(rowid, text) SELECT place, text FROM user_texts;
--> statement-breakpoint
CREATE TRIGGER users_found AFTER INSERT ON users BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM user_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_unfound BEFORE DELETE ON users BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM user_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_refound_before BEFORE UPDATE OF name, email, phone, country, role ON users WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone OR OLD.country IS NOT NEW.country OR OLD.role IS NOT NEW.role BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM user_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_refound AFTER UPDATE OF name, email, phone, country, role ON users WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone OR OLD.country IS NOT NEW.country OR OLD.role IS NOT NEW.role BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM user_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE VIEW product_texts AS SELECT id AS number, (2 << 40) + id AS place, folded(title || ' ' || code || ' ' || category || ' ' || description) AS text FROM products;
--> statement-breakpoint
INSERT INTO search(rowid, text) SELECT place, text FROM product_texts;
--> statement-breakpoint
CREATE TRIGGER products_found AFTER INSERT ON products BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM product_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_unfound BEFORE DELETE ON products BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM product_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_refound_before BEFORE UPDATE OF title, code, category, description ON products WHEN OLD.title IS NOT NEW.title OR OLD.code IS NOT NEW.code OR OLD.category IS NOT NEW.category OR OLD.description IS NOT NEW.description BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM product_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_refound AFTER UPDATE OF title, code, category, description ON products WHEN OLD.title IS NOT NEW.title OR OLD.code IS NOT NEW.code OR OLD.category IS NOT NEW.category OR OLD.description IS NOT NEW.description BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM product_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE VIEW order_texts AS SELECT id AS number, (3 << 40) + id AS place, folded('#' || id || ' ' || customer_name || ' ' || customer_email || ' ' || coalesce(invoice_id, '') || ' ' || payment_id) AS text FROM orders;
--> statement-breakpoint
INSERT INTO search(rowid, text) SELECT place, text FROM order_texts;
--> statement-breakpoint
CREATE TRIGGER orders_found AFTER INSERT ON orders BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM order_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_unfound BEFORE DELETE ON orders BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM order_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_refound_before BEFORE UPDATE OF customer_name, customer_email, invoice_id, payment_id ON orders WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_email IS NOT NEW.customer_email OR OLD.invoice_id IS NOT NEW.invoice_id OR OLD.payment_id IS NOT NEW.payment_id BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM order_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_refound AFTER UPDATE OF customer_name, customer_email, invoice_id, payment_id ON orders WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_email IS NOT NEW.customer_email OR OLD.invoice_id IS NOT NEW.invoice_id OR OLD.payment_id IS NOT NEW.payment_id BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM order_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE VIEW invoice_texts AS SELECT number AS number, (4 << 40) + number AS place, folded(id || ' ' || customer_name || ' ' || billing_email) AS text FROM invoices;
--> statement-breakpoint
INSERT INTO search(rowid, text) SELECT place, text FROM invoice_texts;
--> statement-breakpoint
CREATE TRIGGER invoices_found AFTER INSERT ON invoices BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM invoice_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_unfound BEFORE DELETE ON invoices BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM invoice_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_refound_before BEFORE UPDATE OF customer_name, billing_email ON invoices WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.billing_email IS NOT NEW.billing_email BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM invoice_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_refound AFTER UPDATE OF customer_name, billing_email ON invoices WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.billing_email IS NOT NEW.billing_email BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM invoice_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE VIEW ticket_texts AS SELECT id AS number, (5 << 40) + id AS place, folded('#' || id || ' ' || subject || ' ' || requester_name || ' ' || requester_email) AS text FROM tickets;
--> statement-breakpoint
INSERT INTO search(rowid, text) SELECT place, text FROM ticket_texts;
--> statement-breakpoint
CREATE TRIGGER tickets_found AFTER INSERT ON tickets BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM ticket_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_unfound BEFORE DELETE ON tickets BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM ticket_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_refound_before BEFORE UPDATE OF subject, requester_name, requester_email ON tickets WHEN OLD.subject IS NOT NEW.subject OR OLD.requester_name IS NOT NEW.requester_name OR OLD.requester_email IS NOT NEW.requester_email BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM ticket_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_refound AFTER UPDATE OF subject, requester_name, requester_email ON tickets WHEN OLD.subject IS NOT NEW.subject OR OLD.requester_name IS NOT NEW.requester_name OR OLD.requester_email IS NOT NEW.requester_email BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM ticket_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE VIEW faq_texts AS SELECT id AS number, (6 << 40) + id AS place, folded(question || ' ' || answer) AS text FROM faqs;
--> statement-breakpoint
INSERT INTO search(rowid, text) SELECT place, text FROM faq_texts;
--> statement-breakpoint
CREATE TRIGGER faqs_found AFTER INSERT ON faqs BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM faq_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_unfound BEFORE DELETE ON faqs BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM faq_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_refound_before BEFORE UPDATE OF question, answer ON faqs WHEN OLD.question IS NOT NEW.question OR OLD.answer IS NOT NEW.answer BEGIN
	INSERT INTO search(search, rowid, text) SELECT 'delete', place, text FROM faq_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_refound AFTER UPDATE OF question, answer ON faqs WHEN OLD.question IS NOT NEW.question OR OLD.answer IS NOT NEW.answer BEGIN
	INSERT INTO search(rowid, text) SELECT place, text FROM faq_texts WHERE number = NEW.id;
END;
