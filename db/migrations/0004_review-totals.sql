-- A product's rating and number of reviews follow its reviews, whoever writes them.
CREATE TRIGGER reviews_added AFTER INSERT ON reviews BEGIN
	UPDATE products SET
		total_reviews = (SELECT count(*) FROM reviews WHERE product_id = NEW.product_id),
		rating = (SELECT round(avg(rating) * 100) FROM reviews WHERE product_id = NEW.product_id)
	WHERE id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_changed AFTER UPDATE OF rating, product_id ON reviews BEGIN
	UPDATE products SET
		total_reviews = (SELECT count(*) FROM reviews WHERE product_id = products.id),
		rating = coalesce((SELECT round(avg(rating) * 100) FROM reviews WHERE product_id = products.id), 0)
	WHERE id IN (OLD.product_id, NEW.product_id);
END;
--> statement-breakpoint
CREATE TRIGGER reviews_removed AFTER DELETE ON reviews BEGIN
	UPDATE products SET
		total_reviews = (SELECT count(*) FROM reviews WHERE product_id = OLD.product_id),
		rating = coalesce((SELECT round(avg(rating) * 100) FROM reviews WHERE product_id = OLD.product_id), 0)
	WHERE id = OLD.product_id;
END;
