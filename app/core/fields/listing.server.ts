/** What a list can be asked for, as far as its resource's fields say it. */
import { gte, lt } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { folded } from "db/compare";
import { fold } from "db/fold";
import type { FilterRule, Listing, ListTable } from "~/core/list/listing.server";
import type { Field, Fields } from "./fields";

/** A listing's `search`, `filters` and `sorts`, of the table that the fields are columns of. */
export function listedBy<Table extends ListTable>(
  table: Table,
  all: Fields,
): Pick<Listing<Table>, "search" | "filters" | "sorts"> {
  const columns = table as unknown as Record<string, AnySQLiteColumn>;
  const those = (wanted: "search" | "filter" | "sort") =>
    Object.values(all).flatMap((field): [Field, AnySQLiteColumn][] => {
      const column = columns[field.name];
      return field[wanted] && column ? [[field, column]] : [];
    });
  return {
    search: those("search").map(([, column]) => column),
    filters: Object.fromEntries(those("filter").map(([field, column]) => [field.name, filterBy(field, column)])),
    sorts: {
      id: table.id,
      ...Object.fromEntries(those("sort").map(([field, by]) => [field.name, field.kind === "text" ? folded(by) : by])),
    },
  };
}

/** Texts that begin like this, in any case and with any marks: what is typed is rarely all of it. An index of the list's order by it finds them. */
const beginsWith = (column: AnySQLiteColumn, start: string) => [
  gte(folded(column), start),
  lt(folded(column), `${start}\u{10ffff}`),
];

function filterBy(field: Field, by: AnySQLiteColumn): FilterRule {
  if (field.kind === "choice") return { label: field.label, options: field.options, by };
  return { label: field.label, type: "text", by: (text) => beginsWith(by, fold(text)) };
}
