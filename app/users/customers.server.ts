import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { users } from "db/schema";
import { only } from "~/lib/only";

/** What orders and invoices copy of a customer: it outlives the person. Nothing when there is no such person, or they are in the trash. */
export async function findCustomer(id: number, from: Pick<Transaction, "select"> = db) {
  const [person] = await from.select().from(users).where(and(eq(users.id, id), isNull(users.deletedAt)));
  return person && only(person, "id", "name", "email", "phone", "image", "country");
}
