/** The data of a request until it is written to the analytics tables. Browser-safe. */
import type { Searched } from "~/core/http/request-context.server";

export interface PageLoad {
  /** Time of the request, in milliseconds since 1970. */
  at: number;
  /** Keyed hash of browser and address, kept only in memory. */
  visitor: string;
  /** Keyed hash of the browser at any address, kept only in memory. */
  browserKey: string;
  /** Id of the user who was signed in. */
  personId: number | undefined;
  country: string;
  browser: string;
  referrer: string;
  /** The page that was shown, as its route. */
  page: string | undefined;
  /** Whether the request may have changed a record. */
  acts: boolean;
  searches: Searched[];
}
