/** Responses of `/api` about records: one, a list, a saved one, and what remains after a delete. */
import { type InferSelectModel, sql } from "drizzle-orm";
import { config } from "config";
import { absent, answer, invalidRequest, optionalJsonBody, streamArray } from "~/core/http/api.server";
import { batches } from "~/core/list/batches.server";
import { countMatching } from "~/core/list/counting.server";
import { listPage } from "~/core/list/list-plan.server";
import { fixedSearch } from "~/core/list/list-view.server";
import { forBatchedReading } from "~/core/list/list-search.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery, readId, readSearch } from "~/core/list/list-query.server";
import { camelCase, type Noun, formatNumber } from "~/core/values/noun";
import type { Actor, ManyOutcome, Outcome, Person } from "~/core/resource/act.server";
import type { Id } from "~/core/resource/resource.server";
import { trashInParts } from "~/core/bulk/trash-in-parts.server";

/** The records of a kind that a user may read, and their serializer. */
export interface ApiReadable<Table extends ListTable> {
  of: {
    noun: Noun;
    /** Such as "User not found". */
    absent: string;
    get(id: Id): Promise<InferSelectModel<Table> | undefined>;
  };
  listing: Listing<Table>;
  /** Its path; by default that of its list below `/api`. */
  path?: string;
  show(row: InferSelectModel<Table>): Record<string, unknown>;
  /** Replaces the rows by how the request asks for them. */
  rowsAsShown?(rows: InferSelectModel<Table>[]): Promise<InferSelectModel<Table>[]>;
  /** Whether the list has the deleted records instead. */
  isTrash?: boolean;
  /** Parameters that the links to other pages repeat, besides those of the list. */
  linkParams?: Record<string, string>;
}

/** Returns one record with its `ETag`; if absent a 404, or `false` if the resource is documented so. */
export async function answerOne<Table extends ListTable>(
  { of, listing, show, rowsAsShown }: ApiReadable<Table>,
  id: string,
  otherwise: "404" | "false" = "404",
) {
  const known = idOf(listing, id);
  const row = known === undefined ? undefined : await of.get(known);
  if (row && rowsAsShown) {
    const [shown] = (await rowsAsShown([row])).map(show);
    return shown ? answer(shown) : absent(of.absent);
  }
  if (row) return answer(show(row), { headers: etagHeader(row) });
  return otherwise === "false" ? answer(false) : absent(of.absent);
}

/**
 * Streams the list as a bare array, lowest id first. `q`, filters, `sort`, `page` and `size` work as on the screens,
 * except that typos are not corrected and unfinished terms match nothing, as no notes can be shown; `X-Total-Count`
 * counts all matches, and `Link` has the page URLs.
 */
export async function answerList<Table extends ListTable>(
  {
    listing: whole,
    show,
    path = `/api${whole.path}`,
    rowsAsShown = async (rows) => rows,
    isTrash = false,
    linkParams,
  }: Pick<ApiReadable<Table>, "listing" | "show" | "path" | "rowsAsShown" | "isTrash" | "linkParams">,
  searchParams = new URLSearchParams(),
) {
  const paging = await pagingOf(searchParams);
  const requested = { ...parseListQuery({ ...whole, sort: "id" }, searchParams), ...paging, trash: isTrash };
  const listing = readSearch(whole, requested.q).passedOver.length > 0 ? { ...whole, scope: sql`0` } : whole;
  const query = await forBatchedReading(listing, requested);
  if (!searchParams.has("page") && !searchParams.has("size")) {
    return streamArray(mapped(batches(listing, query), rowsAsShown), show, {
      "X-Total-Count": String(await countMatching(listing, query)),
    });
  }
  const { rows, total, page, pages } = await listPage(listing, query);
  const search = fixedSearch({ ...listing, sort: "id" }, { ...query, trash: false });
  const headers = { "X-Total-Count": String(total), Link: pageLinks(path, { search, ...linkParams }, page, pages) };
  return answer((await rowsAsShown(rows)).map(show), { headers });
}

async function* mapped<Row>(batches: AsyncIterable<Row[]>, map: (rows: Row[]) => Promise<Row[]>) {
  for await (const rows of batches) yield await map(rows);
}

/** Maximum records per page. */
export const maxPageSize = 1000;

/** Returns the requested page and size. Throws a 400 response if one is invalid. */
async function pagingOf(searchParams: URLSearchParams): Promise<{ page?: number; size?: number }> {
  const asked = { page: searchParams.get("page"), size: searchParams.get("size") };
  const paging: { page?: number; size?: number } = {};
  const errors: Record<string, string> = {};
  for (const [name, most] of [
    ["page", 1_000_000_000],
    ["size", maxPageSize],
  ] as const) {
    const written = asked[name];
    if (written === null) continue;
    const number = /^\d{1,10}$/.test(written) ? Number(written) : 0;
    if (number >= 1 && number <= most) paging[name] = number;
    else errors[name] = `Enter a whole number from 1 to ${formatNumber(most)}`;
  }
  return Object.keys(errors).length > 0 ? invalidRequest(errors) : paging;
}

/** Returns the `Link` header. It repeats only recognized parameters. */
function pageLinks(
  path: string,
  { search: requested, ...more }: { search: string } & Record<string, string>,
  page: number,
  pages: number,
) {
  const to = (number: number, rel: string) => {
    const search = new URLSearchParams(requested);
    for (const [name, value] of Object.entries(more)) search.set(name, value);
    search.set("page", String(number));
    return `<${config.appUrl}${path}?${search}>; rel="${rel}"`;
  };
  const links = [to(1, "first"), to(pages, "last")];
  if (page > 1) links.push(to(page - 1, "prev"));
  if (page < pages) links.push(to(page + 1, "next"));
  return links.join(", ");
}

/** Returns the saved record under its noun, such as `{ user }` or `{ taxRate }`, and its `ETag`. */
export const savedAnswer = <Table extends ListTable>(
  { of, show }: ApiReadable<Table>,
  row: InferSelectModel<Table>,
) => ({
  body: { [camelCase(of.noun.one)]: show(row) },
  headers: etagHeader(row),
});

/** Returns the response to a save, with `more` beside the record, or why it failed. */
export async function answerSaved<Table extends ListTable>(
  shown: ApiReadable<Table>,
  outcome: Outcome<InferSelectModel<Table>>,
  more: object = {},
) {
  const { of } = shown;
  if (outcome.ok) {
    const { body, headers } = savedAnswer(shown, outcome.row);
    return answer({ ...body, ...more }, { headers });
  }
  if (outcome.reason === "absent") return absent(of.absent);
  if (outcome.reason === "refused") return refusedBy(outcome);
  const message = `The ${of.noun.one} was changed meanwhile. Read it again and repeat the change.`;
  return answer({ message }, { status: 412, headers: etagHeader(outcome.theirs) });
}

/** Returns a 400 response with errors by field, or the given status if the server is at fault. */
function refusedBy({ errors, status }: { errors: Record<string, string>; status?: number }) {
  return status ? answer({ message: errors[""] }, { status }) : invalidRequest(errors);
}

/** Maximum ids of one `DELETE`. */
export const maxIds = 10_000;

/** The records of a kind that a user may move to the trash. */
export interface Trashable<Table extends ListTable> extends ApiReadable<Table> {
  of: ApiReadable<Table>["of"] & {
    change(by: Actor, id: Id, patch: { deletedAt: Date }, revision?: number): Promise<Outcome<InferSelectModel<Table>>>;
    trash(by: Actor, ids: Id[], batch?: string): Promise<ManyOutcome<InferSelectModel<Table>>>;
  };
}

/**
 * Handles `DELETE`: deletes a body's non-empty `ids`, at most 10,000, and returns the remaining list; otherwise deletes
 * and returns the record of `?id=`.
 */
export async function answerDelete<Table extends ListTable>(me: Person, request: Request, shown: Trashable<Table>) {
  const { of, listing } = shown;
  const { ids } = await optionalJsonBody(request);
  if (!Array.isArray(ids) || ids.length === 0) {
    const id = await neededId(listing, new URL(request.url).searchParams.get("id"));
    return answerSaved(
      shown,
      await of.change(me, id, { deletedAt: new Date() }, wantedRevision(request, await of.get(id))),
    );
  }
  if (ids.length > maxIds) return invalidRequest({ ids: `Name at most ${formatNumber(maxIds)} ids at once` });
  const wanted = await Promise.all(ids.map((id) => neededId(listing, id)));
  if (matchTags(request))
    return answer({ message: "If-Match names one record. Delete it by ?id= instead of ids." }, { status: 412 });
  const done = await trashInParts(me, of, wanted);
  if (!done.ok) return refusedBy(done);
  return done.rows.length > 0 ? answerList(shown) : absent(of.absent);
}

/** Returns the id from a body or URL. Throws a 400 response if it is invalid. */
export async function neededId<Table extends ListTable>(listing: Listing<Table>, written: unknown): Promise<Id> {
  return idOf(listing, written) ?? invalidRequest();
}

/** Bodies may contain an id as a number or as text. */
const idOf = <Table extends ListTable>(listing: Listing<Table>, written: unknown) =>
  readId(listing, typeof written === "number" ? String(written) : written) as Id | undefined;

/**
 * Returns the revision that a change must match: undefined without `If-Match` or with `*`, the current one if named,
 * else -1, so that the change is refused as stale.
 */
export function wantedRevision(request: Request, today: object | undefined): number | undefined {
  const tags = matchTags(request);
  if (!tags || !today) return undefined;
  const revision = revisionOf(today);
  return revision !== undefined && tags.includes(etag(revision)) ? revision : -1;
}

/** Returns the tags of `If-Match`, if any. A `W/` prefix, which compressing proxies add, is ignored. */
function matchTags(request: Request): string[] | undefined {
  const requested = request.headers.get("If-Match")?.trim();
  return requested === undefined || requested === "*"
    ? undefined
    : requested.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

/** Returns the `ETag` header of a record; none for records without revisions. */
function etagHeader(row: object): Record<string, string> {
  const revision = revisionOf(row);
  return revision === undefined ? {} : { ETag: etag(revision) };
}

/** Returns the revision of a record; undefined if its table has none. */
export const revisionOf = (row: object) =>
  "revision" in row && typeof row.revision === "number" ? row.revision : undefined;
const etag = (revision: number) => `"${revision}"`;
