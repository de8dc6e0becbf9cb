/** What `/api` answers about records: one, a list, a saved one, what remains after a delete (SPEC sections 7 and 8). */
import type { InferSelectModel } from "drizzle-orm";
import { config } from "config";
import type { ManyOutcome, Outcome } from "~/journal/act.server";
import { absent, answer, invalidRequest, optionalJsonBody, streamArray } from "./api.server";
import { countMatching, eachRow, type Listing, listPage, type ListTable, parseListQuery } from "./list.server";

interface Kind<Row> {
  /** "user": the key of the answer, and the noun of its errors. */
  one: string;
  shape(row: Row): unknown;
}

/** One record with its `ETag`, or a 404. */
export async function answerOne<Row extends { revision: number }>(kind: Kind<Row>, row: Row | undefined) {
  return row ? answer(kind.shape(row), { headers: { ETag: etag(row) } }) : absent(`${capital(kind.one)} not found`);
}

/**
 * The list as a bare array, oldest id first, streamed. Optional `q`, filters, `sort`, `page` and `size` narrow it as on the
 * screens; `X-Total-Count` counts what matches, and `Link` leads through the pages where there are any.
 */
export async function answerList<Table extends ListTable>(request: Request, listing: Listing<Table>, shape: (row: InferSelectModel<Table>) => unknown) {
  const { searchParams } = new URL(request.url);
  const query = { ...parseListQuery({ ...listing, sort: "id" }, searchParams), trash: false };
  if (!searchParams.has("page") && !searchParams.has("size")) {
    return streamArray(eachRow(listing, query), shape, { "X-Total-Count": String(await countMatching(listing, query)) });
  }
  const { rows, total, page, pages } = await listPage(listing, query);
  const headers = { "X-Total-Count": String(total), Link: pageLinks(`/api${listing.path}`, searchParams, page, pages) };
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
export async function answerSaved<Row extends { revision: number }>(kind: Kind<Row>, outcome: Outcome<Row>) {
  if (outcome.ok) return answer({ [kind.one]: kind.shape(outcome.row) }, { headers: { ETag: etag(outcome.row) } });
  if (outcome.reason === "absent") return absent(`${capital(kind.one)} not found`);
  if (outcome.reason === "refused") return invalidRequest(outcome.errors);
  const message = `The ${kind.one} was changed meanwhile. Read it again and repeat the change.`;
  return answer({ message }, { status: 412, headers: { ETag: etag(outcome.theirs) } });
}

/**
 * `DELETE`: a body's non-empty `ids` are deleted and the remaining list is answered; otherwise `?id=` is, and answered itself.
 * `read` turns an id as it was sent into one, or answers a 400.
 */
export async function answerDelete<Row, Id>(
  request: Request,
  kind: Kind<Row>,
  does: { read(id: unknown): Promise<Id>; trash(ids: Id[]): Promise<ManyOutcome<Row>>; remaining(): Promise<Response> },
) {
  const { ids } = await optionalJsonBody(request);
  const many = Array.isArray(ids) && ids.length > 0;
  const wanted = await Promise.all((many ? ids : [new URL(request.url).searchParams.get("id")]).map(does.read));
  const done = await does.trash(wanted);
  if (!done.ok) return invalidRequest(done.errors);
  const [row] = done.rows;
  if (!row) return absent(`${capital(kind.one)} not found`);
  return many ? does.remaining() : answer({ [kind.one]: kind.shape(row) });
}

/** The revision that `If-Match` names, if any. `*` means any. */
export function wantedRevision(request: Request): number | undefined {
  const tag = /^(?:W\/)?"?(\d{1,9})"?$/.exec(request.headers.get("If-Match") ?? "");
  return tag ? Number(tag[1]) : undefined;
}

const etag = (row: { revision: number }) => `"${row.revision}"`;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
