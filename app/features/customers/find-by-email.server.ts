import { and, eq, isNull, ne } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type User, users } from "db/schema";

/** Returns another user outside the trash who has this e-mail address. */
export async function userWithEmail(
  { id, email }: Pick<User, "email"> & { id?: number },
  from: Pick<Transaction, "select"> = db,
): Promise<{ id: number; name: string } | undefined> {
  const others = and(eq(users.email, email), isNull(users.deletedAt), id === undefined ? undefined : ne(users.id, id));
  return (await from.select({ id: users.id, name: users.name }).from(users).where(others))[0];
}
