/** Reports visited pages after the response. */
import { createHmac, randomBytes } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { isApi } from "~/core/http/respond.server";
import { changesNothing, ownOrigins } from "~/core/http/origin.server";
import { browserOf } from "~/auth/sessions/device";
import { log } from "~/core/process/log.server";
import { inMainThread } from "~/core/threads/main-thread.server";
import { isVisit } from "~/core/http/prefetch.server";
import { requestContext, type RequestContext } from "~/core/http/request-context.server";
import { countryOf, isProgram, referrerOf, doNotTrack } from "~/features/analytics/headers";
import type { PageLoad } from "~/features/analytics/page-load";
import { recordPageLoad, visitsWritten } from "~/features/analytics/recorder.server";
import { addressOf, isData } from "../address";
import type { PageOf } from "./page-of";

/**
 * Records page views after the response: HTML responses with status 200, and data requests for a page. Excludes
 * prefetches, revalidation, errors, files, `/api` and bots. Never throws.
 */
export function countVisits(pageOf: PageOf): RequestHandler {
  return (req, res, next) => {
    const headers = { get: (name: string) => req.get(name) };
    const userAgent = req.get("User-Agent") ?? "";
    const acts = !changesNothing(req.method);
    const url = addressOf(req);
    if (
      isApi(url.pathname) ||
      doNotTrack(headers) ||
      isProgram(userAgent) ||
      !(acts || isVisit({ method: req.method, headers }))
    )
      return next();
    const seen = { at: Date.now(), acts, address: req.ip ?? "", userAgent, url };
    const context = requestContext();
    res.on("finish", () => {
      const remembered = remember(req, res, { ...seen, context }, pageOf)
        .catch((error: unknown) => log.error({ err: error }, "a visit could not be counted"))
        .finally(() => remembering.delete(remembered));
      remembering.add(remembered);
    });
    next();
  };
}

/** Page views whose route is still being resolved. */
const remembering = new Set<Promise<void>>();

/** Resolves when all visits so far are stored or have failed; used when the server stops. */
export async function visitsCounted(): Promise<void> {
  await Promise.all(remembering);
  await visitsWritten();
}

interface SeenPage {
  at: number;
  acts: boolean;
  address: string;
  userAgent: string;
  url: URL;
  context: RequestContext | undefined;
}

async function remember(
  req: Request,
  res: Response,
  { url, address, userAgent, at, acts, context }: SeenPage,
  pageOf: PageOf,
) {
  const page = acts ? undefined : await shownPage(req, res, url, pageOf);
  if (acts ? !context?.person || res.statusCode >= 400 : page === undefined) return;
  count({
    at,
    acts,
    page,
    searches: context?.searches ?? [],
    personId: context?.person?.id,
    address,
    userAgent,
    country: countryOf(req.get("Accept-Language") ?? ""),
    browser: browserOf(userAgent) ?? "Other",
    referrer: referrerOf(req.get("Referer") ?? ""),
  });
}

type Counted = Omit<PageLoad, "visitor" | "browserKey"> & { address: string; userAgent: string };

/** Runs in the main thread, which alone keeps the list of recent visitors. */
const count = inMainThread("count a page", ({ address, userAgent, ...load }: Counted) =>
  recordPageLoad({
    ...load,
    visitor: keyed(load.at, `${address} ${userAgent}`),
    browserKey: keyed(load.at, userAgent),
  }),
);

/** Returns the route of the page that the response shows; undefined if it is not a page view. */
async function shownPage(req: Request, res: Response, url: URL, pageOf: PageOf): Promise<string | undefined> {
  if (res.statusCode !== 200) return undefined; // Remix answers data requests that redirect with 202
  const forScripts = isData(url.pathname);
  if (!forScripts && !/^text\/html/.test(String(res.getHeader("Content-Type")))) return undefined;
  const wanted = forScripts ? url.searchParams.get("_routes") : null;
  if (forScripts) toPageUrl(url);
  if (forScripts && isReadAnew(url, req.get("Referer") ?? "")) return undefined;
  const page = await pageOf(url);
  return wanted && page && !wanted.split(",").includes(page.id) ? undefined : page?.path;
}

/** Turns the URL of a data request into that of its page. */
function toPageUrl(url: URL) {
  url.pathname = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
}

/**
 * Whether a page reloads its own data, after a change or to look for updates. Opening a page requests data from the
 * previous page.
 */
function isReadAnew({ pathname, searchParams }: URL, referer: string): boolean {
  if (!URL.canParse(referer)) return false;
  const from = new URL(referer);
  return (
    ownOrigins.has(from.origin) &&
    from.pathname === pathname &&
    from.searchParams.toString() === searchParams.toString()
  );
}

const day = 86_400_000;
let key = { day: 0, secret: randomBytes(32) };

/**
 * Returns a pseudonym of the text, valid for one day and this process. The random key makes guessing the text
 * impossible.
 */
function keyed(at: number, text: string): string {
  const today = Math.floor(at / day);
  if (key.day !== today) key = { day: today, secret: randomBytes(32) };
  return createHmac("sha256", key.secret).update(text).digest("base64url");
}
