/** Derives the list of a kind of record, its screen and its export, from its definition. */
import { reachOf } from "~/core/access/access.server";
import { listingOf } from "~/core/fields/listing.server";
import { fileColumnsOf } from "~/core/fields/files.server";
import type { Columns } from "~/core/list/export.server";
import { defineList, type ListDefinition } from "~/core/list/define-list.server";
import type { Listing } from "~/core/list/listing.server";
import { capital } from "~/core/values/noun";
import type { RecordTable, ResourceDefinition } from "./resource.server";

type Listed<Table extends RecordTable, FileRow, Line> = Pick<
  ResourceDefinition<Table, never, FileRow, Line>,
  "table" | "noun" | "fields" | "permissions" | "list" | "import"
> & { entity: string };

/** Throws if clients may see only their own records of a kind and its list does not say which those are. */
function refuseMissingOwn(
  { entity, permissions: { view } }: Pick<Listed<RecordTable, never, never>, "entity" | "permissions">,
  own: object | undefined,
) {
  if (!own && reachOf({ access: "client", areas: {} }, view) === "own")
    throw new Error(`The list of ${entity} needs "own", because clients reach only their own with ${view}.`);
}

/** Returns how the records of a kind are searched, filtered and sorted, and the screen that shows them. */
export function listOf<Table extends RecordTable, FileRow, Line>({
  list,
  ...kind
}: Listed<Table, FileRow, Line>): { listing: Listing<Table>; list: ListDefinition<Table> } {
  const { table, noun, fields, permissions, entity } = kind;
  const { title, create, hasScreen: _, listingFor, columns, complete, lines, confirmDownload, ...rest } = list;
  const { own, search, personal, isUnsaved, ...listed } = rest;
  const derived = listingOf(table, fields);
  refuseMissingOwn(kind, own);
  const listing: Listing<Table> = {
    table,
    ...derived,
    ...listed,
    search: search ? search(derived.search) : derived.search,
    fields: { ...listed.fields, ...derived.fields, ...listed.fields }, // its own come first
    filters: { ...derived.filters, ...listed.filters },
    sorts: { ...derived.sorts, ...listed.sorts },
    ...(own && { own: { ...own, needs: permissions.view } }),
  };
  const { path } = listing;
  const screen = defineList<Table, FileRow, Line>({
    title: title ?? capital(noun.many),
    noun,
    entity,
    needs: permissions.view,
    changeNeeds: permissions.change,
    ...(create !== false && { create: { href: `${path}/create`, label: create ?? `Create ${noun.one}` } }),
    ...(kind.import && { importHref: `${path}/import` }),
    confirmDownload,
    personal,
    isUnsaved,
    listing,
    ...(listingFor && { listingFor }),
    columns: columns ?? (fileColumnsOf(fields) as unknown as Columns<FileRow>), // without columns it is the table's row
    complete,
    lines,
  });
  return { listing, list: screen };
}
