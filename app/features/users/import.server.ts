/** What may be brought in of users by CSV. */
import { sql } from "drizzle-orm";
import { users } from "db/schema";
import { importFieldsOf } from "~/core/fields/import.server";
import { importerOf } from "~/core/import/importer.server";
import { userFields, userNoun } from "./fields";
import { UserRules } from "./rules.server";
import { userResource } from "./users.server";

export const userImport = importerOf({
  of: userResource,
  fields: importFieldsOf(userFields, userNoun),
  key: { field: "email", by: sql`${users.email}`, of: (user) => user.email, read: (cell) => cell.trim().toLowerCase() },
  create: UserRules,
  body: UserRules,
  say: (given) => given,
  values: (body) => body,
});
