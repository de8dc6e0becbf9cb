/** Finds the user whose access a page is about. */
import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type User, users } from "db/schema";
import { notFound } from "~/core/http/respond.server";

/** Returns the user with this id; undefined for the system, which has none. */
export async function personWith(from: Pick<Transaction, "select">, id: number | null): Promise<User | undefined> {
  return id === null ? undefined : (await from.select().from(users).where(eq(users.id, id)))[0];
}

/** The person whom an address of the team page names. Throws a 404. */
export async function personAt({ id }: { id?: string }): Promise<User> {
  const [person] = /^\d{1,15}$/.test(id ?? "")
    ? await db
        .select()
        .from(users)
        .where(and(eq(users.id, Number(id)), isNull(users.deletedAt)))
    : [];
  return person ?? notFound("There is no such person in the directory.");
}
