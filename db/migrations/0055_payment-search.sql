CREATE VIRTUAL TABLE IF NOT EXISTS invoice_draft_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO invoice_draft_search(invoice_draft_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_drafts_refound;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_drafts_refound_before;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_drafts_unfound;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_drafts_found;
--> statement-breakpoint
DROP VIEW IF EXISTS invoice_draft_texts;
--> statement-breakpoint
CREATE VIEW invoice_draft_texts AS SELECT id AS number, folded(customer_name) AS text FROM invoice_drafts;
--> statement-breakpoint
CREATE TRIGGER invoice_drafts_found AFTER INSERT ON invoice_drafts BEGIN
	INSERT INTO invoice_draft_search(rowid, text) SELECT number, text FROM invoice_draft_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER invoice_drafts_unfound BEFORE DELETE ON invoice_drafts BEGIN
	INSERT INTO invoice_draft_search(invoice_draft_search, rowid, text) SELECT 'delete', number, text FROM invoice_draft_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER invoice_drafts_refound_before BEFORE UPDATE OF customer_name ON invoice_drafts WHEN OLD.customer_name IS NOT NEW.customer_name BEGIN
	INSERT INTO invoice_draft_search(invoice_draft_search, rowid, text) SELECT 'delete', number, text FROM invoice_draft_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER invoice_drafts_refound AFTER UPDATE OF customer_name ON invoice_drafts WHEN OLD.customer_name IS NOT NEW.customer_name BEGIN
	INSERT INTO invoice_draft_search(rowid, text) SELECT number, text FROM invoice_draft_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
INSERT INTO invoice_draft_search(invoice_draft_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO invoice_draft_search(rowid, text) SELECT number, text FROM invoice_draft_texts;
--> statement-breakpoint
CREATE VIRTUAL TABLE IF NOT EXISTS credit_note_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO credit_note_search(credit_note_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
DROP TRIGGER IF EXISTS credit_notes_refound;
--> statement-breakpoint
DROP TRIGGER IF EXISTS credit_notes_refound_before;
--> statement-breakpoint
DROP TRIGGER IF EXISTS credit_notes_unfound;
--> statement-breakpoint
DROP TRIGGER IF EXISTS credit_notes_found;
--> statement-breakpoint
DROP VIEW IF EXISTS credit_note_texts;
--> statement-breakpoint
CREATE VIEW credit_note_texts AS SELECT number AS number, folded(id || ' ' || invoice_id || ' ' || reason || ' ' || customer_name || ' ' || customer_company || ' ' || billing_email || ' ' || (SELECT coalesce(group_concat(atom, char(10)), '') FROM json_tree(CASE WHEN json_valid(lines) THEN lines ELSE '[]' END) WHERE key = 'title')) AS text FROM credit_notes;
--> statement-breakpoint
CREATE TRIGGER credit_notes_found AFTER INSERT ON credit_notes BEGIN
	INSERT INTO credit_note_search(rowid, text) SELECT number, text FROM credit_note_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER credit_notes_unfound BEFORE DELETE ON credit_notes BEGIN
	INSERT INTO credit_note_search(credit_note_search, rowid, text) SELECT 'delete', number, text FROM credit_note_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER credit_notes_refound_before BEFORE UPDATE OF invoice_id, reason, customer_name, customer_company, billing_email, lines ON credit_notes WHEN OLD.invoice_id IS NOT NEW.invoice_id OR OLD.reason IS NOT NEW.reason OR OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.billing_email IS NOT NEW.billing_email OR OLD.lines IS NOT NEW.lines BEGIN
	INSERT INTO credit_note_search(credit_note_search, rowid, text) SELECT 'delete', number, text FROM credit_note_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER credit_notes_refound AFTER UPDATE OF invoice_id, reason, customer_name, customer_company, billing_email, lines ON credit_notes WHEN OLD.invoice_id IS NOT NEW.invoice_id OR OLD.reason IS NOT NEW.reason OR OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.billing_email IS NOT NEW.billing_email OR OLD.lines IS NOT NEW.lines BEGIN
	INSERT INTO credit_note_search(rowid, text) SELECT number, text FROM credit_note_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
INSERT INTO credit_note_search(credit_note_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO credit_note_search(rowid, text) SELECT number, text FROM credit_note_texts;
--> statement-breakpoint
CREATE VIRTUAL TABLE IF NOT EXISTS payment_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO payment_search(payment_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
DROP TRIGGER IF EXISTS payments_refound;
--> statement-breakpoint
DROP TRIGGER IF EXISTS payments_refound_before;
--> statement-breakpoint
DROP TRIGGER IF EXISTS payments_unfound;
--> statement-breakpoint
DROP TRIGGER IF EXISTS payments_found;
--> statement-breakpoint
DROP VIEW IF EXISTS payment_texts;
--> statement-breakpoint
CREATE VIEW payment_texts AS SELECT id AS number, folded('#' || id || ' ' || customer_name || ' ' || reference || ' ' || note) AS text FROM payments;
--> statement-breakpoint
CREATE TRIGGER payments_found AFTER INSERT ON payments BEGIN
	INSERT INTO payment_search(rowid, text) SELECT number, text FROM payment_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_unfound BEFORE DELETE ON payments BEGIN
	INSERT INTO payment_search(payment_search, rowid, text) SELECT 'delete', number, text FROM payment_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_refound_before BEFORE UPDATE OF customer_name, reference, note ON payments WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.reference IS NOT NEW.reference OR OLD.note IS NOT NEW.note BEGIN
	INSERT INTO payment_search(payment_search, rowid, text) SELECT 'delete', number, text FROM payment_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_refound AFTER UPDATE OF customer_name, reference, note ON payments WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.reference IS NOT NEW.reference OR OLD.note IS NOT NEW.note BEGIN
	INSERT INTO payment_search(rowid, text) SELECT number, text FROM payment_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
INSERT INTO payment_search(payment_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO payment_search(rowid, text) SELECT number, text FROM payment_texts;
