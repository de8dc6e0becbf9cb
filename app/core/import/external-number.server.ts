/** Numbers that records have in the program they were imported from. */
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Transaction } from "db";
import { RuleViolation } from "~/core/resource/act.server";

type NumberedTable = SQLiteTable &
  Record<"id", AnySQLiteColumn<{ data: string | number; notNull: true }>> &
  Record<"externalNumber" | "deletedAt", AnySQLiteColumn>;

interface NumberedRecord {
  id?: number | string;
  externalNumber: string;
  deletedAt: Date | null;
}

/** Condition of the partial unique index on external numbers; SQLite uses the index only for queries that repeat it. */
export const hasExternalNumber = ({ externalNumber }: Pick<NumberedTable, "externalNumber">) =>
  sql`${externalNumber} <> ''`;

/** Returns the import key for external numbers. Empty cells of a row that it matches change nothing. */
export const externalNumberKey = (table: Pick<NumberedTable, "externalNumber">) => ({
  field: "externalNumber",
  of: ({ externalNumber }: Pick<NumberedRecord, "externalNumber">) => externalNumber,
  read: (cell: string) => cell.trim(),
  by: sql`${table.externalNumber}`,
  where: hasExternalNumber(table),
  skipsEmptyCells: true as const,
});

/**
 * Refuses a record outside the trash if another one has its external number. `nameOf` returns the name of that record.
 */
export async function refuseTakenNumber(
  tx: Transaction,
  table: NumberedTable,
  { id, externalNumber, deletedAt }: NumberedRecord,
  nameOf: (id: string | number) => string,
) {
  if (!externalNumber || deletedAt) return;
  const same = and(
    eq(table.externalNumber, externalNumber),
    hasExternalNumber(table),
    isNull(table.deletedAt),
    id === undefined ? undefined : ne(table.id, id),
  );
  const [other] = await tx.select({ id: table.id }).from(table).where(same);
  if (other) throw new RuleViolation({ externalNumber: `${nameOf(other.id)} has this number already.` });
}
