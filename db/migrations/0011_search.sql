-- What is searched: for each kind of record an index of the trigrams of its folded texts, which holds no text itself. `folded` is the app's own,
-- see `db/fold`; a record's place is its number. What is taken out is told with the text that it had, and leaves no trace in the file.
CREATE VIRTUAL TABLE user_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO user_search(user_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIEW user_texts AS SELECT id AS number, folded(name || ' ' || email || ' ' || phone || ' ' || country || ' ' || role) AS text FROM users;
--> statement-breakpoint
INSERT INTO user_search(rowid, text) SELECT number, text FROM user_texts;
--> statement-breakpoint
CREATE TRIGGER users_found AFTER INSERT ON users BEGIN
	INSERT INTO user_search(rowid, text) SELECT number, text FROM user_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_unfound BEFORE DELETE ON users BEGIN
	INSERT INTO user_search(user_search, rowid, text) SELECT 'delete', number, text FROM user_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_refound_before BEFORE UPDATE OF name, email, phone, country, role ON users WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone OR OLD.country IS NOT NEW.country OR OLD.role IS NOT NEW.role BEGIN
	INSERT INTO user_search(user_search, rowid, text) SELECT 'delete', number, text FROM user_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_refound AFTER UPDATE OF name, email, phone, country, role ON users WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone OR OLD.country IS NOT NEW.country OR OLD.role IS NOT NEW.role BEGIN
	INSERT INTO user_search(rowid, text) SELECT number, text FROM user_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE product_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO product_search(product_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIEW product_texts AS SELECT id AS number, folded(title || ' ' || code || ' ' || category || ' ' || description) AS text FROM products;
--> statement-breakpoint
INSERT INTO product_search(rowid, text) SELECT number, text FROM product_texts;
--> statement-breakpoint
CREATE TRIGGER products_found AFTER INSERT ON products BEGIN
	INSERT INTO product_search(rowid, text) SELECT number, text FROM product_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_unfound BEFORE DELETE ON products BEGIN
	INSERT INTO product_search(product_search, rowid, text) SELECT 'delete', number, text FROM product_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_refound_before BEFORE UPDATE OF title, code, category, description ON products WHEN OLD.title IS NOT NEW.title OR OLD.code IS NOT NEW.code OR OLD.category IS NOT NEW.category OR OLD.description IS NOT NEW.description BEGIN
	INSERT INTO product_search(product_search, rowid, text) SELECT 'delete', number, text FROM product_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_refound AFTER UPDATE OF title, code, category, description ON products WHEN OLD.title IS NOT NEW.title OR OLD.code IS NOT NEW.code OR OLD.category IS NOT NEW.category OR OLD.description IS NOT NEW.description BEGIN
	INSERT INTO product_search(rowid, text) SELECT number, text FROM product_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE order_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO order_search(order_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIEW order_texts AS SELECT id AS number, folded('#' || id || ' ' || customer_name || ' ' || customer_email || ' ' || coalesce(invoice_id, '') || ' ' || payment_id) AS text FROM orders;
--> statement-breakpoint
INSERT INTO order_search(rowid, text) SELECT number, text FROM order_texts;
--> statement-breakpoint
CREATE TRIGGER orders_found AFTER INSERT ON orders BEGIN
	INSERT INTO order_search(rowid, text) SELECT number, text FROM order_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_unfound BEFORE DELETE ON orders BEGIN
	INSERT INTO order_search(order_search, rowid, text) SELECT 'delete', number, text FROM order_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_refound_before BEFORE UPDATE OF customer_name, customer_email, invoice_id, payment_id ON orders WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_email IS NOT NEW.customer_email OR OLD.invoice_id IS NOT NEW.invoice_id OR OLD.payment_id IS NOT NEW.payment_id BEGIN
	INSERT INTO order_search(order_search, rowid, text) SELECT 'delete', number, text FROM order_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_refound AFTER UPDATE OF customer_name, customer_email, invoice_id, payment_id ON orders WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_email IS NOT NEW.customer_email OR OLD.invoice_id IS NOT NEW.invoice_id OR OLD.payment_id IS NOT NEW.payment_id BEGIN
	INSERT INTO order_search(rowid, text) SELECT number, text FROM order_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE invoice_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO invoice_search(invoice_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIEW invoice_texts AS SELECT number AS number, folded(id || ' ' || customer_name || ' ' || billing_email) AS text FROM invoices;
--> statement-breakpoint
INSERT INTO invoice_search(rowid, text) SELECT number, text FROM invoice_texts;
--> statement-breakpoint
CREATE TRIGGER invoices_found AFTER INSERT ON invoices BEGIN
	INSERT INTO invoice_search(rowid, text) SELECT number, text FROM invoice_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_unfound BEFORE DELETE ON invoices BEGIN
	INSERT INTO invoice_search(invoice_search, rowid, text) SELECT 'delete', number, text FROM invoice_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_refound_before BEFORE UPDATE OF customer_name, billing_email ON invoices WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.billing_email IS NOT NEW.billing_email BEGIN
	INSERT INTO invoice_search(invoice_search, rowid, text) SELECT 'delete', number, text FROM invoice_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_refound AFTER UPDATE OF customer_name, billing_email ON invoices WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.billing_email IS NOT NEW.billing_email BEGIN
	INSERT INTO invoice_search(rowid, text) SELECT number, text FROM invoice_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE ticket_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO ticket_search(ticket_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIEW ticket_texts AS SELECT id AS number, folded('#' || id || ' ' || subject || ' ' || requester_name || ' ' || requester_email) AS text FROM tickets;
--> statement-breakpoint
INSERT INTO ticket_search(rowid, text) SELECT number, text FROM ticket_texts;
--> statement-breakpoint
CREATE TRIGGER tickets_found AFTER INSERT ON tickets BEGIN
	INSERT INTO ticket_search(rowid, text) SELECT number, text FROM ticket_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_unfound BEFORE DELETE ON tickets BEGIN
	INSERT INTO ticket_search(ticket_search, rowid, text) SELECT 'delete', number, text FROM ticket_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_refound_before BEFORE UPDATE OF subject, requester_name, requester_email ON tickets WHEN OLD.subject IS NOT NEW.subject OR OLD.requester_name IS NOT NEW.requester_name OR OLD.requester_email IS NOT NEW.requester_email BEGIN
	INSERT INTO ticket_search(ticket_search, rowid, text) SELECT 'delete', number, text FROM ticket_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_refound AFTER UPDATE OF subject, requester_name, requester_email ON tickets WHEN OLD.subject IS NOT NEW.subject OR OLD.requester_name IS NOT NEW.requester_name OR OLD.requester_email IS NOT NEW.requester_email BEGIN
	INSERT INTO ticket_search(rowid, text) SELECT number, text FROM ticket_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE faq_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO faq_search(faq_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIEW faq_texts AS SELECT id AS number, folded(question || ' ' || answer) AS text FROM faqs;
--> statement-breakpoint
INSERT INTO faq_search(rowid, text) SELECT number, text FROM faq_texts;
--> statement-breakpoint
CREATE TRIGGER faqs_found AFTER INSERT ON faqs BEGIN
	INSERT INTO faq_search(rowid, text) SELECT number, text FROM faq_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_unfound BEFORE DELETE ON faqs BEGIN
	INSERT INTO faq_search(faq_search, rowid, text) SELECT 'delete', number, text FROM faq_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_refound_before BEFORE UPDATE OF question, answer ON faqs WHEN OLD.question IS NOT NEW.question OR OLD.answer IS NOT NEW.answer BEGIN
	INSERT INTO faq_search(faq_search, rowid, text) SELECT 'delete', number, text FROM faq_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_refound AFTER UPDATE OF question, answer ON faqs WHEN OLD.question IS NOT NEW.question OR OLD.answer IS NOT NEW.answer BEGIN
	INSERT INTO faq_search(rowid, text) SELECT number, text FROM faq_texts WHERE number = NEW.id;
END;
