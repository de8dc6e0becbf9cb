/** What `/api` answers about records: one, a list, a saved one, what remains after a delete. */
import { type InferSelectModel, sql } from "drizzle-orm";
import { config } from "config";
import { absent, answer, invalidRequest, optionalJsonBody, streamArray } from "~/core/http/api.server";
import { batches } from "~/core/list/batches.server";
import { countMatching } from "~/core/list/counting.server";
import { fixedSearch, listPage } from "~/core/list/list-view.server";
import { forBatchedReading } from "~/core/list/list-search.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery, readId, readSearch } from "~/core/list/list-query.server";
import { type Noun, formatNumber } from "~/core/values/noun";
import type { Reader } from "~/core/list/reach.server";
import type { Actor, ManyOutcome, Outcome, Person } from "~/core/resource/act.server";
import type { Id } from "~/core/resource/resource.server";
import { trashInParts } from "~/core/bulk/trash-in-parts.server";

/** A kind of record that can be read, and how the API shows one. */
export interface ApiReadable<Table extends ListTable> {
  of: {
    noun: Noun;
    /** Such as "User not found". */
    absent: string;
    get(id: Id): Promise<InferSelectModel<Table> | undefined>;
    /** The same with those records alone that somebody reaches. */
    asSeenBy?(me: Reader): { noun: Noun; absent: string; get(id: Id): Promise<InferSelectModel<Table> | undefined> };
  };
  listing: Listing<Table>;
  show(row: InferSelectModel<Table>): Record<string, unknown>;
}

/** One record with its `ETag`; of an absent one a 404, or `false` where that is what is said of it. */
export async function answerOne<Table extends ListTable>(
  { of, listing, show }: ApiReadable<Table>,
  id: string,
  otherwise: "404" | "false" = "404",
) {
  const known = idOf(listing, id);
  const row = known === undefined ? undefined : await of.get(known);
  if (row) return answer(show(row), { headers: tagged(row) });
  return otherwise === "false" ? answer(false) : absent(of.absent);
}

/**
 * The list as a bare array, oldest id first, streamed. Optional `q`, filters, `sort`, `page` and `size` narrow it as on
 * the screens, but no typing error is put right and no half term is passed over: nobody sees a note of it.
 * `X-Total-Count` counts what matches, and `Link` leads through the pages where there are any.
 */
export async function answerList<Table extends ListTable>(
  { listing: whole, show }: Pick<ApiReadable<Table>, "listing" | "show">,
  searchParams = new URLSearchParams(),
) {
  const paging = await pagingOf(searchParams);
  const requested = { ...parseListQuery({ ...whole, sort: "id" }, searchParams), ...paging, trash: false };
  const listing = readSearch(whole, requested.q).passedOver.length > 0 ? { ...whole, scope: sql`0` } : whole;
  const query = await forBatchedReading(listing, requested);
  if (!searchParams.has("page") && !searchParams.has("size")) {
    return streamArray(batches(listing, query), show, { "X-Total-Count": String(await countMatching(listing, query)) });
  }
  const { rows, total, page, pages } = await listPage(listing, query);
  const search = fixedSearch({ ...listing, sort: "id" }, query);
  const headers = { "X-Total-Count": String(total), Link: pageLinks(`/api${listing.path}`, search, page, pages) };
  return answer(rows.map(show), { headers });
}

/** The most records that a page of `/api` has. */
export const maxPageSize = 1000;

/** Returns the page and the size that an address asks for. Throws a 400 for what is none. */
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

/** They name what the list was narrowed by: what it does not know was ignored and is not repeated. */
function pageLinks(path: string, requested: string, page: number, pages: number) {
  const to = (number: number, rel: string) => {
    const search = new URLSearchParams(requested);
    search.set("page", String(number));
    return `<${config.appUrl}${path}?${search}>; rel="${rel}"`;
  };
  const links = [to(1, "first"), to(pages, "last")];
  if (page > 1) links.push(to(page - 1, "prev"));
  if (page < pages) links.push(to(page + 1, "next"));
  return links.join(", ");
}

/** The saved record under its name, such as `{ user }`, and its `ETag`. */
export const savedAnswer = <Table extends ListTable>(
  { of, show }: ApiReadable<Table>,
  row: InferSelectModel<Table>,
) => ({
  body: { [of.noun.one]: show(row) },
  headers: tagged(row),
});

/** The same as an answer; or why it was not saved. */
export async function answerSaved<Table extends ListTable>(
  shown: ApiReadable<Table>,
  outcome: Outcome<InferSelectModel<Table>>,
) {
  const { of } = shown;
  if (outcome.ok) {
    const { body, headers } = savedAnswer(shown, outcome.row);
    return answer(body, { headers });
  }
  if (outcome.reason === "absent") return absent(of.absent);
  if (outcome.reason === "refused") return refusedBy(outcome);
  const message = `The ${of.noun.one} was changed meanwhile. Read it again and repeat the change.`;
  return answer({ message }, { status: 412, headers: tagged(outcome.theirs) });
}

/** A 400 with a message for each field; or what keeps the server from it. */
function refusedBy({ errors, status }: { errors: Record<string, string>; status?: number }) {
  return status ? answer({ message: errors[""] }, { status }) : invalidRequest(errors);
}

/** How many records one `DELETE` may name. */
export const maxIds = 10_000;

/** A kind of record that can be put in the trash. */
export interface Trashable<Table extends ListTable> extends ApiReadable<Table> {
  of: ApiReadable<Table>["of"] & {
    change(by: Actor, id: Id, patch: { deletedAt: Date }, revision?: number): Promise<Outcome<InferSelectModel<Table>>>;
    trash(by: Actor, ids: Id[], batch?: string): Promise<ManyOutcome<InferSelectModel<Table>>>;
  };
}

/**
 * `DELETE`: a body's non-empty `ids`, at most 10,000, are deleted and the remaining list is answered; otherwise `?id=`
 * is, and answered itself.
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

/** An id from a body or an address; anything that can be none is a 400. */
export async function neededId<Table extends ListTable>(listing: Listing<Table>, written: unknown): Promise<Id> {
  return idOf(listing, written) ?? invalidRequest();
}

/** Bodies write a number as one or as text. */
const idOf = <Table extends ListTable>(listing: Listing<Table>, written: unknown) =>
  readId(listing, typeof written === "number" ? String(written) : written) as Id | undefined;

/**
 * The revision that a change must meet: nothing when `If-Match` is missing or `*`, today's when it is among those
 * named, and one that no record has when it is not, so that the change is refused as stale.
 */
export function wantedRevision(request: Request, today: object | undefined): number | undefined {
  const tags = matchTags(request);
  if (!tags || !today) return undefined;
  const revision = revisionOf(today);
  return revision !== undefined && tags.includes(etag(revision)) ? revision : -1;
}

/**
 * The tags that `If-Match` asks for, if it asks for any. A `W/` before one comes from proxies that pack answers, and
 * means the same here.
 */
function matchTags(request: Request): string[] | undefined {
  const requested = request.headers.get("If-Match")?.trim();
  return requested === undefined || requested === "*"
    ? undefined
    : requested.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

/** The `ETag` of a record; what nobody changes needs none. */
function tagged(row: object): Record<string, string> {
  const revision = revisionOf(row);
  return revision === undefined ? {} : { ETag: etag(revision) };
}

/** The revision of a record; nothing where the table counts none. */
export const revisionOf = (row: object) =>
  "revision" in row && typeof row.revision === "number" ? row.revision : undefined;
const etag = (revision: number) => `"${revision}"`;
