import type { Request } from "express";

const placeholderOrigin = "http://here.invalid";

/**
 * The address that is asked for as Remix reads it, with dots and backslashes resolved: the route that answers is found
 * by that. What cannot be read is answered by no route, and counts as `/`.
 */
export function addressOf({ originalUrl }: Pick<Request, "originalUrl">): URL {
  return new URL(URL.canParse(originalUrl, placeholderOrigin) ? originalUrl : "/", placeholderOrigin);
}

/** Whether a path is asked for by scripts, which want the data of a page without the page. */
export const isData = (pathname: string) => pathname.endsWith(".data");
