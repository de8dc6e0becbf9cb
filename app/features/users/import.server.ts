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

/** Options of the columns: other titles that they may have. */
const inImports = {
  name: { words: true, also: ["full name", "person"] },
  email: { also: ["e-mail address", "mail"] },
  role: { also: ["role", "job", "position"] },
  status: { also: ["state"] },
  country: { also: ["address", "land"] },
  phone: { also: ["phone number", "telephone", "tel", "mobile"] },
  company: { also: ["organisation", "firm"] },
  taxTreatment: { also: ["tax treatment", "tax status"] },
  taxNumber: { also: ["vat number", "vat id", "tax id"] },
  createdAt: { also: ["created at", "joined"] },
} satisfies Parameters<typeof importFieldsOf<User, typeof userFields>>[2];

const address = { field: "email", of: (user: User) => user.email, read: canonicalAddress };

export const userImport = importerOf({
  of: userResource,
  fields: importFieldsOf<User>(userFields, userNoun, inImports),
  key: { ...address, by: sql`${users.email}` },
  identity: [address, { field: "name", of: (user) => user.name, read: fold }],
  create: UserRules,
  body: UserRules,
  say: (given) => given,
  values: (body) => body,
});
