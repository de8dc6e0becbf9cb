CREATE TABLE `former_invoice_orders` (
	`invoice_id` text PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL
);

--> statement-breakpoint
CREATE TRIGGER orders_invoiced_anew AFTER UPDATE OF invoice_id ON orders WHEN OLD.invoice_id IS NOT NULL AND OLD.invoice_id IS NOT NEW.invoice_id BEGIN
	INSERT INTO former_invoice_orders (invoice_id, order_id) VALUES (OLD.invoice_id, OLD.id) ON CONFLICT DO UPDATE SET order_id = excluded.order_id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_purged AFTER DELETE ON orders WHEN OLD.invoice_id IS NOT NULL BEGIN
	INSERT INTO former_invoice_orders (invoice_id, order_id) VALUES (OLD.invoice_id, OLD.id) ON CONFLICT DO UPDATE SET order_id = excluded.order_id;
END;
--> statement-breakpoint
INSERT INTO former_invoice_orders (invoice_id, order_id) SELECT before ->> 'invoiceId', CAST(record_id AS INTEGER) FROM journal WHERE entity = 'orders' AND action = 'changed' AND before ->> 'invoiceId' IS NOT NULL ORDER BY id ON CONFLICT DO UPDATE SET order_id = excluded.order_id;
