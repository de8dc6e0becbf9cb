/** The CSV import of users. */
import { sql } from "drizzle-orm";
import { fold } from "db/fold";
import { type User, users } from "db/schema";
import { importFieldsOf } from "~/core/fields/import.server";
import { canonicalAddress } from "db/email-address";
import { importerOf } from "~/core/import/importer.server";
import { userFields, userNoun } from "./fields";
import { UserRules } from "./rules.server";
import { userResource } from "./users.server";

const address = { field: "email", of: (user: User) => user.email, read: canonicalAddress };

export const userImport = importerOf({
  of: userResource,
  fields: importFieldsOf<User>(userFields, userNoun, { name: { words: true } }),
  key: { ...address, by: sql`${users.email}` },
  identity: [address, { field: "name", of: (user) => user.name, read: fold }],
  create: UserRules,
  body: UserRules,
  say: (given) => given,
  values: (body) => body,
});
