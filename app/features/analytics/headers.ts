/** Reads the visitor's country, browser and source from the request headers. */
import { countries } from "db/countries";
import { ownOrigins } from "~/core/http/origin.server";

interface Headers {
  get(name: string): string | null | undefined;
}

/** Stored value for an unknown country. */
const unknownCountry = "Unknown";
/** Stored source of a visit without a referrer from another site. */
export const direct = "Direct";

/** Whether the browser sends Do Not Track or Global Privacy Control. */
export const doNotTrack = (headers: Headers) => headers.get("DNT") === "1" || headers.get("Sec-GPC") === "1";

/**
 * Whether the user agent is a program: it does not begin with Mozilla, as browsers do, or it names a bot. Headless
 * Chrome counts as a browser, because it acts for a person, and because the tests use it.
 */
export const isProgram = (userAgent: string) =>
  !userAgent.startsWith("Mozilla/") ||
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|scrap|monitor|lighthouse/i.test(userAgent);

const english = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** Returns the country of the first language with a region: the United Kingdom for `de, en-GB;q=0.8`. */
export function countryOf(acceptLanguage: string): string {
  for (const language of acceptLanguage.slice(0, 300).split(",")) {
    const region = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language)?.[1];
    const name = region && english.of(region.toUpperCase());
    if (name && knownCountries.has(name)) return name;
  }
  return unknownCountry;
}

const knownCountries = new Set(countries);

/** The other site from which a link led here, such as `example.com`. */
export function referrerOf(referer: string): string {
  if (!URL.canParse(referer)) return direct;
  const { origin, protocol, hostname } = new URL(referer);
  if (ownOrigins.has(origin) || !/^https?:$/.test(protocol)) return direct;
  return hostname.replace(/^www\./, "").slice(0, 100) || direct;
}
