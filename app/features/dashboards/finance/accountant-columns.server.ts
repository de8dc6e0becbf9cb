/** The columns of the accountant's files, by their fixed English heads. */
import type { Invoice } from "db/schema";
import { type Columns, withHead } from "~/core/list/export.server";

export const money = (cents: number) => ({ cents });
/** Returns columns whose names are their heads. */
export const columnsByHead = <Row>(
  columns: Record<string, (row: Row) => string | number | null | { cents: number }>,
): Columns<Row> => Object.fromEntries(Object.entries(columns).map(([head, cell]) => [head, withHead(head, cell)]));

export const isVoid = ({ deletedAt }: Pick<Invoice, "deletedAt">) => deletedAt !== null;
