ALTER TABLE `invoices` ADD `po_number` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `internal_note` text DEFAULT '' NOT NULL;
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
CREATE VIEW invoice_texts AS SELECT number AS number, folded(id || ' ' || customer_name || ' ' || customer_company || ' ' || billing_email || ' ' || billing_phone || ' ' || ltrim(replace(replace(replace(replace(replace(replace(replace(billing_phone, '(0)', ''), ' ', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', ''), '+0') || ' ' || billing_address || ' ' || external_number || ' ' || po_number || ' ' || (SELECT coalesce(group_concat(atom, char(10)), '') FROM json_tree(CASE WHEN json_valid(lines) THEN lines ELSE '[]' END) WHERE key = 'title')) AS text FROM invoices;
--> statement-breakpoint
CREATE TRIGGER invoices_found AFTER INSERT ON invoices BEGIN
	INSERT INTO invoice_search(rowid, text) SELECT number, text FROM invoice_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_unfound BEFORE DELETE ON invoices BEGIN
	INSERT INTO invoice_search(invoice_search, rowid, text) SELECT 'delete', number, text FROM invoice_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_refound_before BEFORE UPDATE OF customer_name, customer_company, billing_email, billing_phone, billing_address, external_number, po_number, lines ON invoices WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.billing_email IS NOT NEW.billing_email OR OLD.billing_phone IS NOT NEW.billing_phone OR OLD.billing_address IS NOT NEW.billing_address OR OLD.external_number IS NOT NEW.external_number OR OLD.po_number IS NOT NEW.po_number OR OLD.lines IS NOT NEW.lines BEGIN
	INSERT INTO invoice_search(invoice_search, rowid, text) SELECT 'delete', number, text FROM invoice_texts WHERE number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_refound AFTER UPDATE OF customer_name, customer_company, billing_email, billing_phone, billing_address, external_number, po_number, lines ON invoices WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_company IS NOT NEW.customer_company OR OLD.billing_email IS NOT NEW.billing_email OR OLD.billing_phone IS NOT NEW.billing_phone OR OLD.billing_address IS NOT NEW.billing_address OR OLD.external_number IS NOT NEW.external_number OR OLD.po_number IS NOT NEW.po_number OR OLD.lines IS NOT NEW.lines BEGIN
	INSERT INTO invoice_search(rowid, text) SELECT number, text FROM invoice_texts WHERE number = NEW.number;
END;
--> statement-breakpoint
INSERT INTO invoice_search(invoice_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO invoice_search(rowid, text) SELECT number, text FROM invoice_texts;
