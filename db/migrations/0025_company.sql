ALTER TABLE `users` ADD `company` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `users_by_company` ON `users` (`deleted_at`,folded("company"),`id`,`status`,`role`);
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
CREATE VIEW user_texts AS SELECT id AS number, folded(name || ' ' || email || ' ' || role || ' ' || country || ' ' || phone || ' ' || company) AS text FROM users;
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
