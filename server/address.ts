import type { Request } from "express";

const placeholderOrigin = "http://here.invalid";

/**
 * Returns the requested URL as Remix parses it, with dots and backslashes resolved, because the route is chosen by
 * that. An unparsable one becomes `/`.
 */
export function addressOf({ originalUrl }: Pick<Request, "originalUrl">): URL {
  return new URL(URL.canParse(originalUrl, placeholderOrigin) ? originalUrl : "/", placeholderOrigin);
}

/** Whether the path requests a page's data without the page, as Remix's client scripts do. */
export const isData = (pathname: string) => pathname.endsWith(".data");
