/** Requests cells over HTTP and reports wrong responses. */
import { Agent, request } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { secondFactorPage } from "~/auth/second-factor/page";
import { openToAll } from "~/testing/open-routes";
import type { Cell } from "./cells";

/** The site and the user that send the requests. `secret` matches what that user may not see. */
interface CellRequest {
  site: string;
  /** Headers that identify the user. */
  who: Record<string, string>;
  secret: RegExp;
}

interface Answer {
  status: number;
  location: string | undefined;
  /** The other origin that may read the response, if any. */
  sharedWith: string | undefined;
  body: string;
}

/** Requests all cells and returns a line for each wrong response. */
export async function wrongCells(cells: Cell[], asking: CellRequest): Promise<string[]> {
  const lines = await Promise.all(
    cells.map(async (cell) => {
      const answer = await send(cell, asking);
      const problem = problemOf(cell, answer, asking.secret);
      const from = cell.from ? ` from ${JSON.stringify(cell.from)}` : "";
      return (
        problem &&
        `${cell.method} ${cell.url}${from} ${problem}: ${answer.status} ${answer.location ?? ""} ${JSON.stringify(answer.body.slice(0, 80))}`
      );
    }),
  );
  return lines.filter((line) => line !== undefined);
}

/** Concurrent connections, enough to keep two cores busy. */
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Form fields that would change something in most actions. */
const fields = {
  id: "4",
  ids: "4",
  act: "delete",
  status: "Banned",
  name: "Mallory",
  email: "mallory@evil.example",
  role: "IT Support",
};
const form = { type: "application/x-www-form-urlencoded", body: String(new URLSearchParams(fields)) };
const json = { type: "application/json", body: JSON.stringify({ ...fields, id: 4, ids: [4] }) };

/** Sends a request with all headers unchanged, which `fetch` would not allow. */
function send(cell: Cell, { site, who }: CellRequest): Promise<Answer> {
  const { type, body } = cell.address.isApi ? json : form;
  const sends = isRead(cell) ? {} : { "content-type": type, "content-length": Buffer.byteLength(body) };
  // Without a form owner, like a script of this site; form owners have their own tests.
  const headers = { ...(cell.from ?? { origin: site }), ...who, ...sends };
  return new Promise((resolve, reject) => {
    const sent = request(site, { agent, method: cell.method, path: cell.url, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("error", reject).on("end", () => {
        const { location, "access-control-allow-origin": sharedWith } = answer.headers;
        resolve({ status: answer.statusCode ?? 0, location, sharedWith, body: text });
      });
    });
    sent.on("error", reject).end(isRead(cell) ? undefined : body);
  });
}

const isAnswer = (cell: Cell, answer: Answer) =>
  ![401, 403, 404].includes(answer.status) && answer.status < 500 && !isRefusal(cell, answer);

const isData = ({ url }: Cell) => /\.data($|\?)/.test(url);
const isRead = ({ method }: Cell) => method === "GET" || method === "HEAD";

function problemOf(cell: Cell, answer: Answer, secret: RegExp): string | undefined {
  if (answer.sharedWith !== undefined) return "may be read by another site";
  if (cell.wanted === "refused") return isRefusal(cell, answer) ? undefined : "is not turned away";
  if (cell.wanted === "second-factor")
    return isLedToSecondFactor(cell, answer) ? undefined : "does not lead to the second factor that is owed";
  if (cell.wanted === "answered")
    return isAnswer(cell, answer) ? undefined : "has no answer, so that others prove nothing";
  if (typeof cell.wanted === "number" && answer.status !== cell.wanted) return `is not a ${cell.wanted}`;
  if (answer.status >= 500) return "is a fault";
  const found = secret.exec(answer.body)?.[0];
  if (found !== undefined) return `tells ${found}`;
  return isData(cell) && answer.status === 200 && cell.method !== "HEAD" ? strangeData(cell, answer.body) : undefined;
}

/** The API's messages for missing access: the general one, or why a token is invalid. */
const unauthorized = /^\{"message":"(Unauthorized|This token (is not known here|expired on)[^"]*)"\}$/;

const owing = /^\{"message":"A second factor is required of this account, and none is set up\.[^"]*"\}$/;

/** Whether the response is only a redirect to the login page, or the API's error. */
const isRefusal = (cell: Cell, answer: Answer) =>
  cell.address.isApi ? isSentence(cell, answer, 401, unauthorized) : isLedTo("/login", cell, answer);

/** Whether the response is only a redirect to the second-factor setup, or the API's error for it. */
const isLedToSecondFactor = (cell: Cell, answer: Answer) =>
  cell.address.isApi ? isSentence(cell, answer, 403, owing) : isLedTo(secondFactorPage, cell, answer);

const isSentence = (cell: Cell, { status, body }: Answer, wanted: number, sentence: RegExp) =>
  status === wanted &&
  (cell.method === "HEAD" ? body === "" : isData(cell) ? onlyErrors(cell, body) : sentence.test(body));

/** Whether the response is only a redirect to a page that leads back afterwards. */
function isLedTo(page: string, cell: Cell, { status, location, body }: Answer): boolean {
  const [to, code] = isRead(cell)
    ? [`${page}?${new URLSearchParams({ from: cell.address.path })}`, 302]
    : [`${page}?from=%2F`, 303];
  if (location !== to) return false;
  if (!isData(cell) || cell.method === "HEAD") return status === (isData(cell) ? 202 : code) && body === "";
  const redirect = { redirect: to, status: code, revalidate: !isRead(cell), reload: false, replace: false };
  return (
    status === 202 && isDeepStrictEqual(decode(body), isRead(cell) ? { SingleFetchRedirect: [redirect] } : redirect)
  );
}

/**
 * Whether a data response contains only errors. Remix sends the results of each loader by route, or the result of the
 * one action.
 */
function onlyErrors(cell: Cell, body: string): boolean {
  const answer = (decode(body) ?? {}) as Record<string, object>;
  if (!isRead(cell)) return isDeepStrictEqual(Object.keys(answer), ["error"]);
  const given = cell.address.branch
    .filter(({ id, loader }) => loader === "closed" && answer[id])
    .map(({ id }) => Object.keys(answer[id]!));
  return given.length > 0 && given.every((keys) => isDeepStrictEqual(keys, ["error"]));
}

/**
 * Describes data of a route that is not open, if the response has any. A route without a loader has none, and an open
 * one may respond with a file.
 */
function strangeData({ address }: Cell, body: string): string | undefined {
  const given = decode(body) as Record<string, { data?: unknown }> | undefined;
  if (!given) return address.leaf.loader === "open" ? undefined : "gives something";
  const strange = Object.keys(given).find((id) => given[id]?.data !== undefined && !openToAll.has(`loader ${id}`));
  return strange && `gives the data of ${strange}`;
}

/**
 * Decodes Remix's data format (turbo-stream), a list of values that refer to each other by index; special types
 * become `{ Kind: [...] }`. Returns undefined for other bodies, such as files.
 */
function decode(body: string): unknown {
  if (!/^\[.*\]\n$/.test(body)) return undefined;
  const values = JSON.parse(body) as unknown[];
  const at = (place: number): unknown => {
    const value = values[place];
    if (Array.isArray(value))
      return typeof value[0] === "string" ? { [value[0]]: value.slice(1).map(at) } : value.map(at);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, place]) => [values[Number(name.slice(1))], at(place as number)]),
    );
  };
  return at(0);
}
