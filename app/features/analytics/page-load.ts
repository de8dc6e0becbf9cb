/** The data of a request until it is written to the analytics tables. Browser-safe. */
import type { Searched } from "~/core/http/request-context.server";

export interface PageLoad {
  /** When it was asked for, in milliseconds. */
  at: number;
  /** Stands for a browser at an address: a keyed hash that is kept in memory only. */
  visitor: string;
  /** Stands for a browser wherever it is; another such hash. */
  browserKey: string;
  /** Id of the user who was signed in. */
  personId: number | undefined;
  country: string;
  browser: string;
  referrer: string;
  /** The page that was shown, as its route. */
  page: string | undefined;
  /** Whether something was sent that may have changed a record. */
  acts: boolean;
  searches: Searched[];
}
