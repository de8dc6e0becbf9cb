/** Requests that count as visits, through the real middleware. Responses are stubs; routes are the site's own. */
import type { ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import type { Request, RequestHandler, Response } from "express";
import { afterEach, beforeEach, vi } from "vitest";
import { config } from "config";
import { db } from "db";
import { visits } from "db/schema";
import { userOfRequest } from "~/auth/session.server";
import { noteSearch } from "~/core/http/request-context.server";
import routes from "~/routes";
import type { cast } from "~/testing/database";
import { get, signedIn } from "~/testing/requests";
import { createApp } from "../app";
import { pagesOf } from "../middleware/page-of";
import { countVisits, visitsCounted } from "../middleware/visits";
import { serving } from "./http";

export const minute = 60_000;

/** The current time. Tests are hours apart, so that no visit continues in the next test. */
let now = Date.parse("2026-11-20T00:10:00Z");
export const pass = (time: number) => goTo(now + time);
export const goTo = (time: number) => vi.setSystemTime((now = time));

/** Makes each test of a file control the clock. */
export function visiting() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    pass(3 * 60 * minute);
  });
  afterEach(async () => {
    await visitsCounted();
    vi.useRealTimers();
  });
}

const build = { routes: manifestOf(routes, "root"), assets: { routes: {} } } as unknown as ServerBuild;

function manifestOf(entries: RouteConfigEntry[], parentId: string): ServerBuild["routes"] {
  const all = entries.map(({ id: name, file, children, path, index }) => {
    const id = name ?? file.replace(/\.\w+$/, "");
    return {
      [id]: { id, parentId, path, index, module: { default: file.endsWith(".tsx") ? () => null : undefined } },
      ...manifestOf(children ?? [], id),
    };
  });
  return Object.assign(
    parentId === "root" ? { root: { id: "root", path: "", module: { default: () => null } } } : {},
    ...all,
  ) as ServerBuild["routes"];
}

/** The next response, and when its page is resolved. */
export const answer = { status: 200, pageFound: Promise.resolve() };

const pages: RequestHandler = (req, res) => void answerTo(req, res);

async function answerTo({ originalUrl, headers }: Request, res: Response) {
  const { pathname, searchParams } = new URL(originalUrl, config.appUrl);
  await userOfRequest(get(originalUrl, { cookie: headers.cookie ?? "" }));
  const term = searchParams.get("q");
  if (term) noteSearch({ place: pathname.replace(/\.data$/, ""), term, found: 0 });
  res
    .status(answer.status)
    .type(pathname.endsWith(".data") ? "text/x-script" : pathname.endsWith(".csv") ? "csv" : "html")
    .send("<p>Hello</p>");
}

const findPage = pagesOf(build);
const counting = countVisits(async (url) => {
  await answer.pageFound;
  return findPage(url);
});

export const { ask } = await serving(
  createApp({ pages, files: (_req, _res, next) => next(), health: (_, res) => void res.json({}), visits: counting }),
);

export const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

export type Headers = Record<string, string>;

/** Requests a URL as Chrome and waits until the visit is stored. */
export async function open(path: string, headers: Headers = {}, method = "GET") {
  const answer = await ask(path, { method, headers: { "user-agent": chrome, ...headers } });
  await visitsCounted();
  return answer;
}

export const cookieOf = async (person: typeof cast.ada): Promise<Headers> => ({
  cookie: (await signedIn(get("/"), person)).headers.get("Cookie") ?? "",
});

export const allVisits = () => db.select().from(visits).orderBy(visits.id);
