/** The usage of a plan, counted by the queries of the lists that the numbers link to. */
import { timeZone } from "db/company-settings";
import { dayAt } from "db/dates";
import { formatNumber } from "~/core/values/noun";
import { countMatching } from "~/core/list/counting.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { orderResource } from "~/features/orders/orders.server";
import { productResource } from "~/features/products/products.server";
import { userResource } from "~/features/users/users.server";
import { limitText, type Measure, measureTitles, type Plan } from "./plans";

export interface Usage {
  measure: Measure;
  title: string;
  used: number;
  /** The rows that were counted. */
  href: string;
}

/** Returns the usage at a time; months are in the site's time zone. */
export async function usageAt(at = new Date()): Promise<Usage[]> {
  return [
    await counted("people", userResource.listing, { status: "Active" }),
    await counted("products", productResource.listing, {}),
    await counted("orders", orderResource.listing, { from: `${dayAt(at, timeZone()).slice(0, 7)}-01` }),
  ];
}

async function counted<Table extends ListTable>(
  measure: Measure,
  listing: Listing<Table>,
  filters: Record<string, string>,
): Promise<Usage> {
  const search = new URLSearchParams(filters);
  const used = await countMatching(listing, parseListQuery(listing, search));
  return {
    measure,
    title: measure === "orders" ? "Orders this month" : measureTitles[measure],
    used,
    href: search.size > 0 ? `${listing.path}?${search}` : listing.path,
  };
}

/** Returns why the plan is too small for the usage, as a sentence; undefined if it is not. */
export function tooSmall({ name, limits }: Plan, usage: Usage[]): string | undefined {
  const over = usage.flatMap(({ measure, used }) => {
    const limit = limits[measure];
    return limit !== undefined && used > limit
      ? [`${limitText(limit)} ${measureTitles[measure].toLowerCase()}, and there are ${formatNumber(used)}`]
      : [];
  });
  return over.length > 0 ? `${name} is for at most ${over.join("; for at most ")}.` : undefined;
}
