/** What files have of a user. */
import type { User } from "db/schema";
import type { Columns } from "~/core/list/export.server";

export const userColumns = {
  id: (user) => user.id,
  name: (user) => user.name,
  email: (user) => user.email,
  role: (user) => user.role,
  status: (user) => user.status,
  country: (user) => user.country,
  phone: (user) => user.phone,
  created: (user) => user.createdAt,
} satisfies Columns<User>;
