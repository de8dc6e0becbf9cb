/** Makes users for tests. A column that the tests do not name has the default of its table. Browser-safe. */
import { getTableColumns } from "drizzle-orm";
import { type User, users } from "db/schema/people";

/** Returns a user with a login and a filled profile, and with `values`. */
export function sampleUser(id: number, name: string, values: Partial<User> = {}): User {
  const columns = Object.entries(getTableColumns(users));
  const defaults = Object.fromEntries(columns.map(([column, rules]) => [column, rules.default ?? null]));
  const profile = {
    email: `${name.split(" ")[0]?.toLowerCase()}@example.com`,
    role: "Data Scientist",
    country: "Norway",
    phone: "+47 555 01 23",
    status: "Active",
    access: "client",
    createdAt: new Date("2026-01-05T09:00:00Z"),
  } satisfies Partial<User>;
  return { ...(defaults as User), id, uid: `uid-${id}`, name, ...profile, ...values };
}
