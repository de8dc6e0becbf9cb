/** What `/api` answers about records: one, a list, a saved one, what remains after a delete (SPEC sections 7 and 8). */
import type { InferSelectModel } from "drizzle-orm";
import { config } from "config";
import { absent, answer, invalidRequest, optionalJsonBody, streamArray } from "~/lib/api.server";
import { batches } from "~/lib/batches.server";
import { countMatching, type Listing, listPage, type ListTable, parseListQuery } from "~/lib/list.server";
import type { Actor, Outcome } from "./act.server";
import type { Id, Kind } from "./records.server";

/** A kind of record, and how the API shows one. */
interface Shown<Row> {
  of: Kind & {
    get(id: Id): Promise<NoInfer<Row> | undefined>;
    change(by: Actor, id: Id, patch: { deletedAt: Date }, revision?: number): Promise<Outcome<NoInfer<Row>>>;
  };
  shape(row: Row): unknown;
}

/** One record with its `ETag`, or a 404. */
export async function answerOne<Row extends { revision: number }>({ of, shape }: Shown<Row>, row: Row | undefined) {
  return row ? answer(shape(row), { headers: { ETag: etag(row) } }) : absent(of.absent);
}

/**
 * The list as a bare array, oldest id first, streamed. Optional `q`, filters, `sort`, `page` and `size` narrow it as on the
 * screens; `X-Total-Count` counts what matches, and `Link` leads through the pages where there are any.
 */
export async function answerList<Table extends ListTable>(request: Request, listing: Listing<Table>, shape: (row: InferSelectModel<Table>) => unknown) {
  const { pathname, searchParams } = new URL(request.url);
  const query = { ...parseListQuery({ ...listing, sort: "id" }, searchParams), trash: false };
  if (!searchParams.has("page") && !searchParams.has("size")) {
    return streamArray(batches(listing, query), shape, { "X-Total-Count": String(await countMatching(listing, query)) });
  }
  const { rows, total, page, pages } = await listPage(listing, query);
  const headers = { "X-Total-Count": String(total), Link: pageLinks(pathname, searchParams, page, pages) };
  return answer(rows.map(shape), { headers });
}

function pageLinks(path: string, params: URLSearchParams, page: number, pages: number) {
  const to = (number: number, rel: string) => {
    const search = new URLSearchParams(params);
    search.set("page", String(number));
    return `<${config.appUrl}${path}?${search}>; rel="${rel}"`;
  };
  const links = [to(1, "first"), to(pages, "last")];
  if (page > 1) links.push(to(page - 1, "prev"));
  if (page < pages) links.push(to(page + 1, "next"));
  return links.join(", ");
}

/** The saved record under its name, such as `{ user }`; or why it was not saved. */
export async function answerSaved<Row extends { revision: number }>({ of, shape }: Shown<Row>, outcome: Outcome<Row>) {
  if (outcome.ok) return answer({ [of.noun.one]: shape(outcome.row) }, { headers: { ETag: etag(outcome.row) } });
  if (outcome.reason === "absent") return absent(of.absent);
  if (outcome.reason === "refused") return refusedBy(outcome);
  const message = `The ${of.noun.one} was changed meanwhile. Read it again and repeat the change.`;
  return answer({ message }, { status: 412, headers: { ETag: etag(outcome.theirs) } });
}

/** A 400 with a message for each field; or what keeps the server from it. */
function refusedBy({ errors, status }: { errors: Record<string, string>; status?: number }) {
  return status ? answer({ message: errors[""] }, { status }) : invalidRequest(errors);
}

/** How many records one `DELETE` may name: other changes wait until it is done. */
const mostIds = 10_000;

interface Deleting<RecordId extends Id> {
  /** Turns an id as it was sent into one, or answers a 400. */
  read(id: unknown): Promise<RecordId>;
  remaining(): Promise<Response>;
}

/** `DELETE`: a body's non-empty `ids`, at most 10,000, are deleted and the remaining list is answered; otherwise `?id=` is, and answered itself. */
export async function answerDelete<Row extends { revision: number }, RecordId extends Id>(me: Actor, request: Request, shown: Shown<Row>, { read, remaining }: Deleting<RecordId>) {
  const { of } = shown;
  const { ids } = await optionalJsonBody(request);
  if (!Array.isArray(ids) || ids.length === 0) {
    const id = await read(new URL(request.url).searchParams.get("id"));
    return answerSaved(shown, await of.change(me, id, { deletedAt: new Date() }, wantedRevision(request, await of.get(id))));
  }
  if (ids.length > mostIds) return invalidRequest({ ids: `Name at most ${mostIds.toLocaleString("en")} ids at once` });
  const wanted = await Promise.all(ids.map(read));
  if (matchTags(request)) return answer({ message: "If-Match names one record. Delete it by ?id= instead of ids." }, { status: 412 });
  const done = await of.trash(me, wanted);
  if (!done.ok) return refusedBy(done);
  return done.rows.length > 0 ? remaining() : absent(of.absent);
}

/**
 * The revision that a change must meet: nothing when `If-Match` is missing or `*`, today's when it is among those named, and
 * one that no record has when it is not, so that the change is refused as stale.
 */
export function wantedRevision(request: Request, today: { revision: number } | undefined): number | undefined {
  const tags = matchTags(request);
  if (!tags || !today) return undefined;
  return tags.includes(etag(today)) ? today.revision : -1;
}

/** The tags that `If-Match` asks for, if it asks for any. A `W/` before one comes from proxies that pack answers, and means the same here. */
function matchTags(request: Request): string[] | undefined {
  const asked = request.headers.get("If-Match")?.trim();
  return asked === undefined || asked === "*" ? undefined : asked.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

const etag = (row: { revision: number }) => `"${row.revision}"`;
