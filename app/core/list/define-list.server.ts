/** Lists that have a screen of their own: each definition holds its title, permissions and export columns. */
import { listedRemoval } from "~/core/values/removal-words";
import type { InferSelectModel } from "drizzle-orm";
import type { Confirmation } from "~/core/access/confirmation";
import { may, type Permission } from "~/core/access/access.server";
import { notFound } from "~/core/http/respond.server";
import type { Noun } from "~/core/values/noun";
import { type Columns, exportRows } from "./export.server";
import { deletionsOf, type InTrash } from "./deletions.server";
import type { ListScreenView } from "./list";
import { lastEntry } from "./list-read.server";
import { listView } from "./list-view.server";
import type { Listing, ListTable } from "./listing.server";
import { listingFor, type Reader } from "./reach.server";

interface ListRules {
  /** Title of its screen. */
  title: string;
  /** Noun for a row, for sentences such as "No user matches". */
  noun: Noun;
  needs: Permission;
  /** Permission to change its rows; without it the screen offers no actions. */
  changeNeeds?: Permission;
  /** Link to the form that creates a row. */
  create?: { href: string; label: string; needs?: Permission };
  /** Link to the import from a file. */
  importHref?: string;
  /** Returns the confirmation to ask for before a download, if the file holds sensitive data. */
  confirmDownload?(me: Reader, params: URLSearchParams): Confirmation | undefined;
  /** Entity name of its rows in the journal, if they are records. */
  entity?: string;
  /** Its rows differ by reader, so the counts of its views cannot be shared. */
  personal?: boolean;
  /** Views of it cannot be saved. */
  isUnsaved?: boolean;
}

export interface ListDefinition<Table extends ListTable = ListTable> extends ListRules {
  path: string;
  /** Its filters, as a reader with full access has them. */
  filters: Listing<Table>["filters"];
  listingFor(me: Reader): Listing<Table>;
  /** Title of the second export with one row per line item, if there is one. */
  lineFile?: string;
  /** Exports the matching rows as CSV or JSON; without it the list has no export. */
  file?(request: Request, me: Reader): Promise<Response>;
}

export interface NewList<Table extends ListTable, Row, Line> extends ListRules {
  listing: Listing<Table>;
  /** Overrides the default restriction of `reach.server.ts`. */
  listingFor?: (me: Reader) => Listing<Table>;
  /** Columns of the export. */
  columns?: Columns<Row> | ((me: Reader) => Columns<Row>);
  /** Adds data of other tables to the rows of an export, one batch at a time. */
  complete?: (rows: InferSelectModel<Table>[]) => Promise<Row[]>;
  /** A second export with one row per line item, at the same URL with `rows=lines`. */
  lines?: { title: string; columns: Columns<Line>; of(rows: InferSelectModel<Table>[]): Line[] };
}

/** Defines a list that has a screen. If it has an export, register it in `resources.server.ts`. */
export function defineList<Table extends ListTable, Row = InferSelectModel<Table>, Line = never>({
  listing,
  listingFor: listingForReader = (me) => listingFor(listing, me),
  columns,
  complete,
  lines,
  ...rules
}: NewList<Table, Row, Line>): ListDefinition<Table> {
  return {
    ...rules,
    lineFile: lines?.title,
    path: listing.path,
    filters: listing.filters,
    listingFor: listingForReader,
    ...(columns && {
      file: (request: Request, me: Reader) => {
        if (lines && new URL(request.url).searchParams.get("rows") === "lines")
          return exportRows(
            request,
            listingForReader(me),
            lines.columns,
            async (rows) => lines.of(rows),
            me.id,
            "-lines",
          );
        return exportRows(
          request,
          listingForReader(me),
          typeof columns === "function" ? columns(me) : columns,
          complete,
          me.id,
        );
      },
    }),
  };
}

/** Loads all data of a list's screen. */
export async function listScreen<Table extends ListTable>(list: ListDefinition<Table>, me: Reader, request: Request) {
  const listing = list.listingFor(me);
  const last = await lastEntry();
  const { rows, view } = await listView(listing, request, me.id);
  const mayChange = !list.changeNeeds || may(me, list.changeNeeds);
  const screen: ListScreenView = {
    ...view,
    last,
    title: list.title,
    noun: list.noun,
    removal: listedRemoval(list.noun),
    hasFile: list.file !== undefined,
    lineFile: list.lineFile,
    mayChange,
    ...(view.trash && mayChange && { deletions: await deletionsOf(list.entity ?? "", rows as InTrash[]) }),
    create: mayChange ? creationFor(me, list) : undefined,
    importHref: mayChange ? list.importHref : undefined,
  };
  return { rows, view: screen };
}

function creationFor(me: Reader, { create }: ListRules) {
  return create && (!create.needs || may(me, create.needs)) ? { href: create.href, label: create.label } : undefined;
}

let registered: ListDefinition[] | undefined;

/** Registers the lists that have exports and saved views; `app/resources.server.ts` calls it on load. */
export const registerLists = (all: ListDefinition[]) => void (registered = all);

/** Returns the registered lists. Throws if none were registered. */
export function lists(): ListDefinition[] {
  if (!registered) throw new Error("No lists are known yet: import app/resources.server.ts first.");
  return registered;
}

/** Returns the list whose export a URL requests, ignoring case. Throws a 404. */
export function listOfFile(request: Request): ListDefinition {
  const path = new URL(request.url).pathname.toLowerCase().replace(/\.(csv|json)$/, "");
  return lists().find((list) => list.path === path) ?? notFound("There is no such list.");
}

/** Returns the permission to download the requested export. Throws a 404. */
export const permissionOfFile = (request: Request): Permission => listOfFile(request).needs;
