/** Client access for tests. */
import { eq } from "drizzle-orm";
import { write } from "db";
import { type User, users } from "db/schema";

/** Gives the user this access and returns them with it. */
export async function letIn(person: User, access: User["access"] = "client", areas: User["areas"] = {}): Promise<User> {
  const as = { access, areas, status: "Active" as const, uid: person.uid ?? `uid-${person.id}` };
  await write(async (tx) => void (await tx.update(users).set(as).where(eq(users.id, person.id))));
  return { ...person, ...as };
}
