-- Messages are searched as other texts are, see 0011. What is in the trash, and notes that not everybody may read, stay in the index: who asks it says what may be read.
CREATE VIRTUAL TABLE reply_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO reply_search(reply_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIEW reply_texts AS SELECT id AS number, folded(body) AS text FROM replies;
--> statement-breakpoint
INSERT INTO reply_search(rowid, text) SELECT number, text FROM reply_texts;
--> statement-breakpoint
CREATE TRIGGER replies_found AFTER INSERT ON replies BEGIN
	INSERT INTO reply_search(rowid, text) SELECT number, text FROM reply_texts WHERE number = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER replies_unfound BEFORE DELETE ON replies BEGIN
	INSERT INTO reply_search(reply_search, rowid, text) SELECT 'delete', number, text FROM reply_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER replies_refound_before BEFORE UPDATE OF body ON replies WHEN OLD.body IS NOT NEW.body BEGIN
	INSERT INTO reply_search(reply_search, rowid, text) SELECT 'delete', number, text FROM reply_texts WHERE number = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER replies_refound AFTER UPDATE OF body ON replies WHEN OLD.body IS NOT NEW.body BEGIN
	INSERT INTO reply_search(rowid, text) SELECT number, text FROM reply_texts WHERE number = NEW.id;
END;
