import { and, desc, eq, isNull } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, type Transaction } from "db";
import { users } from "db/schema";
import { recordId } from "~/core/values/ids";
import { pick } from "~/core/values/pick";

/**
 * Returns the fields of a user that orders and invoices copy; undefined if the user does not exist or is in the
 * trash.
 */
export async function findCustomer(id: number, from: Pick<Transaction, "select"> = db) {
  const [person] = await from
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return (
    person && pick(person, "id", "name", "company", "email", "phone", "image", "country", "taxTreatment", "taxNumber")
  );
}

/** Tables that copy the name of a customer. */
export type CustomerCopyTable = SQLiteTable &
  Record<"customerId" | "customerName", AnySQLiteColumn<{ data: string | number }>>;

/** Returns the name of a customer; for a deleted user, the name on the latest record that copied it. */
export async function customerName(
  id: string,
  copies: CustomerCopyTable,
  latestBy: AnySQLiteColumn,
): Promise<string | undefined> {
  const [person] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, recordId(id)));
  if (person) return person.name;
  const theirs = eq(copies.customerId, recordId(id));
  const [copy] = await db
    .select({ name: copies.customerName })
    .from(copies as SQLiteTable)
    .where(theirs)
    .orderBy(desc(latestBy))
    .limit(1);
  return copy?.name as string | undefined;
}
