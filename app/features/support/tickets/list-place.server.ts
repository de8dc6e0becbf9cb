/** The ticket's position in the list that the reader came from: links carry the list's query as `?list=`. */
import { canonicalSearch } from "~/core/list/list-view.server";
import type { ListQuery } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { neighbours } from "~/core/list/neighbours.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { ticketResource } from "./tickets.server";

export interface ListPlace {
  /** The list itself. */
  list: string;
  /** The tickets around, as addresses that keep the list; nothing at its ends, or where the ticket is not in it. */
  previous?: string;
  next?: string;
}

/**
 * Returns the address of a ticket's page with the list of the request. `more` are further parameters, such as
 * `?canned=3`.
 */
export function pathInList(request: Request, id: number, more: Record<string, string> = {}): string {
  const list = new URL(request.url).searchParams.get("list");
  const search = new URLSearchParams({ ...(list !== null && { list }), ...more }).toString();
  return `${ticketResource.listing.path}/${id}${search && `?${search}`}`;
}

export async function placeInList(request: Request, id: number, me: Reader): Promise<ListPlace> {
  const requested = new URL(request.url).searchParams.get("list");
  if (requested === null) return { list: ticketResource.listing.path };
  const listing = listingFor(ticketResource.listing, me);
  const query: ListQuery = { ...parseListQuery(listing, new URLSearchParams(requested)), readerId: me.id };
  const search = canonicalSearch(listing, query);
  const around = await neighbours(listing, query, id);
  const to = (other: number | undefined) =>
    other === undefined
      ? undefined
      : `${ticketResource.listing.path}/${other}?${new URLSearchParams({ list: search })}`;
  return {
    list: ticketResource.listing.path + (search && `?${search}`),
    previous: to(around?.previous),
    next: to(around?.next),
  };
}
