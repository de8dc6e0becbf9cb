/** Users with less access than the cast. */
import { eq } from "drizzle-orm";
import { write } from "db";
import type { AreaAccess } from "db/lookups";
import { type User, users } from "db/schema";

/** Gives a user other access and returns them with it. */
export async function withAccess(person: User, access: User["access"], areas: AreaAccess = {}): Promise<User> {
  await write(async (tx) => void (await tx.update(users).set({ access, areas }).where(eq(users.id, person.id))));
  return { ...person, access, areas };
}
