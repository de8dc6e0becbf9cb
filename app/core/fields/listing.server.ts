/** Derives a listing's search, filters and sorts from a resource's fields. */
import { gte, lt } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { anyCase, natural, folded, phoneDigits } from "db/compare";
import { fold } from "db/fold";
import type { ComparableField as ComparedField } from "~/core/list/fields.server";
import type { FilterRule, Listing, ListTable } from "~/core/list/listing.server";
import type { Field, Fields } from "./fields";

type Filters<All extends Fields> = {
  [Name in keyof All as All[Name] extends { filter: true } ? Name & string : never]: FilterRule;
};

/** Returns the `search`, `fields`, `filters` and `sorts` of a listing, for the table with the fields' columns. */
export function listingOf<Table extends ListTable, All extends Fields>(
  table: Table,
  all: All,
): Required<Pick<Listing<Table>, "search" | "fields" | "sorts">> & { filters: Filters<All> } {
  const columns = table as unknown as Record<string, AnySQLiteColumn>;
  const those = (wanted: "search" | "filter" | "sort" | "compare") =>
    Object.values(all).flatMap((field): [Field, AnySQLiteColumn][] => {
      const column = columns[field.name];
      return field[wanted] && column ? [[field, column]] : [];
    });
  return {
    search: those("search").flatMap(([field, column]) =>
      field.kind === "phone" ? [column, phoneDigits(column)] : [column],
    ),
    fields: Object.fromEntries(
      those("compare").map(([field, by]) => [
        field.param ?? (field.file || field.name),
        { as: comparisonFormat(field), by },
      ]),
    ),
    filters: Object.fromEntries(
      those("filter").map(([field, column]) => [field.name, filterBy(field, column)]),
    ) as Filters<All>,
    sorts: {
      id: table.id,
      ...Object.fromEntries(those("sort").map(([field, by]) => [field.param ?? field.name, sortedAs(field, by)])),
    },
  };
}

/**
 * Conditions for texts with this prefix, ignoring case and diacritics, as people rarely type all of it. The index for
 * sorting by the column serves them too.
 */
const beginsWith = (column: AnySQLiteColumn, start: string) => [
  gte(folded(column), start),
  lt(folded(column), `${start}\u{10ffff}`),
];

function sortedAs(field: Field, by: AnySQLiteColumn) {
  if (field.sort === "anyCase") return anyCase(by);
  if (field.kind !== "text") return by;
  return field.filter ? folded(by) : natural(by); // the index serves both prefix search and sorting
}

/** Returns the format in which people type values to compare with. Throws for fields without an order. */
function comparisonFormat({ kind, name }: Field): ComparedField["as"] {
  if (kind === "money" || kind === "moment" || kind === "day") return kind;
  if (kind === "whole") return "number";
  if (kind === "percent" || kind === "hundredths") return "hundredths";
  throw new Error(`${name} has no order.`);
}

function filterBy(field: Field, by: AnySQLiteColumn): FilterRule {
  if (field.kind === "choice") return { label: field.label, options: field.options, by };
  return { label: field.label, type: "text", by: (text) => beginsWith(by, fold(text)) };
}
