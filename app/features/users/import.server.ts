/** What may be brought in of users by CSV. */
import { sql } from "drizzle-orm";
import { userRoles, userStatuses } from "db/lookups";
import { users } from "db/schema";
import { importerOf } from "~/core/import/importer.server";
import { words } from "~/words";
import { userColumns } from "./columns.server";
import { UserRules } from "./user";
import { userRecords } from "./users.server";

const { name, email, role, status, country, phone } = words.users.fields;

export const userImport = importerOf({
  of: userRecords,
  fields: {
    id: { label: "Number", also: ["user", "user id"], show: userColumns.id },
    name: { ...name, also: ["full name", "person"], show: userColumns.name },
    email: { ...email, also: ["e-mail address", "mail"], show: userColumns.email },
    role: { ...role, also: ["role", "job", "position"], options: userRoles, show: userColumns.role },
    status: { ...status, also: ["state"], options: userStatuses, show: userColumns.status },
    country: { ...country, also: ["address", "land"], show: userColumns.country },
    phone: { ...phone, also: ["phone number", "telephone", "tel", "mobile"], show: userColumns.phone },
    created: { label: "Created", also: ["created at", "joined"], show: userColumns.created, fixed: true },
  },
  key: { field: "email", by: sql`${users.email}`, of: (user) => user.email, read: (cell) => cell.trim().toLowerCase() },
  create: UserRules.partial({ role: true, country: true, phone: true }),
  body: UserRules,
  say: (given) => given,
  values: (body) => body,
});
