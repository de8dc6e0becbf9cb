DROP INDEX `users_access`;--> statement-breakpoint
CREATE INDEX `users_access` ON `users` (`access`,folded("name"),`id`) WHERE "users"."access" <> 'none';