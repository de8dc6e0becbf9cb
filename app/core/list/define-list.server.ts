/**
 * The lists that have a screen of their own: each says once what it is called, who may see it, and what its file holds.
 */
import type { InferSelectModel } from "drizzle-orm";
import type { Confirmation } from "~/auth/reauthentication/confirm.server";
import { may, type Permission } from "~/core/access/access.server";
import { notFound } from "~/core/http/respond.server";
import { pick } from "~/core/values/pick";
import type { Noun } from "~/core/values/noun";
import { type Columns, exportRows } from "./export.server";
import { deletionsOf, type InTrash } from "./deletions.server";
import type { ListScreenView } from "./list";
import { lastEntry } from "./last-entry.server";
import { listView } from "./list-view.server";
import type { Listing, ListTable } from "./listing.server";
import { listingFor, type Reader } from "./reach.server";

interface ListRules {
  /** As its screen is titled. */
  title: string;
  /** What a row is, for sentences such as "No user matches". */
  noun: Noun;
  /** What it takes to see it. */
  needs: Permission;
  /** What it takes to change its rows: whoever may not is offered nothing that would be refused. */
  changeNeeds?: Permission;
  /** Where a row is made. */
  create?: { href: string; label: string; needs?: Permission };
  /** Where rows are brought in from a file. */
  importHref?: string;
  /** What is asked before its file is made, where that holds what is better asked for twice. */
  confirmDownload?(me: Reader, params: URLSearchParams): Confirmation | undefined;
  /** What the journal calls its rows, where that is not the name of their table. */
  entity?: string;
  /** Its rows differ from person to person, so that none share the counts of its views. */
  personal?: boolean;
  /** No views of it are saved. */
  isUnsaved?: boolean;
}

export interface ListDefinition<Table extends ListTable = ListTable> extends ListRules {
  path: string;
  /** Its filters, as whoever may see all of it has them. */
  filters: Listing<Table>["filters"];
  /** The list as this person has it. */
  listingFor(me: Reader): Listing<Table>;
  /** What its file with a row for each line of a record is called, where it has one. */
  lineFile?: string;
  /** The rows of its address as CSV or JSON; without it the list has no file. */
  file?(request: Request, me: Reader): Promise<Response>;
}

interface NewList<Table extends ListTable, Row, Line> extends ListRules {
  listing: Listing<Table>;
  /** Where that is not what `reach.server.ts` makes of the listing. */
  listingFor?: (me: Reader) => Listing<Table>;
  /** What its file has of a row. */
  columns?: Columns<Row> | ((me: Reader) => Columns<Row>);
  /** Adds to the rows of a file what other tables know of them, a batch at a time. */
  complete?: (rows: InferSelectModel<Table>[]) => Promise<Row[]>;
  /** A second file, with a row for each line of a record: at the address of the first with `rows=lines`. */
  lines?: { title: string; columns: Columns<Line>; of(rows: InferSelectModel<Table>[]): Line[] };
}

/** A list that has a screen. With a file it belongs in `resources.server.ts`. */
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

/** All that the screen of a list draws. */
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
    hasFile: list.file !== undefined,
    lineFile: list.lineFile,
    mayChange,
    ...(view.trash && mayChange && { deletions: await deletionsOf(list, listing.table, rows as InTrash[]) }),
    create: mayChange ? creationFor(me, list) : undefined,
    importHref: mayChange ? list.importHref : undefined,
  };
  return { rows, view: screen };
}

function creationFor(me: Reader, { create }: ListRules) {
  return create && (!create.needs || may(me, create.needs)) ? pick(create, "href", "label") : undefined;
}

let registered: ListDefinition[] | undefined;

/** Says which lists have files and saved views. `app/resources.server.ts` does so as it is loaded. */
export const registerLists = (all: ListDefinition[]) => void (registered = all);

/** Throws where nobody has said which there are. */
export function lists(): ListDefinition[] {
  if (!registered) throw new Error("No lists are known yet: import app/resources.server.ts first.");
  return registered;
}

/** The list whose file an address asks for, in any case of its letters. Throws a 404. */
export function listOfFile(request: Request): ListDefinition {
  const path = new URL(request.url).pathname.toLowerCase().replace(/\.(csv|json)$/, "");
  return lists().find((list) => list.path === path) ?? notFound("There is no such list.");
}

/** What it takes to have that file. Throws a 404. */
export const permissionOfFile = (request: Request): Permission => listOfFile(request).needs;
