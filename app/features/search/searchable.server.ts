/** The kinds of record that a user may search. */
import { and } from "drizzle-orm";
import type { SearchKind } from "db/search";
import { may } from "~/core/access/access.server";
import { listHref } from "~/core/list/list";
import type { Listing, ListTable } from "~/core/list/listing.server";
import type { Reader } from "~/core/list/reach.server";
import type { VisibleResource } from "~/core/resource/resource.server";
import { whereReadableBy } from "~/features/support/faqs/published.server";
import { foundKinds, recordsOf } from "./hits.server";

/** A kind of record with the scope that the user may search. */
export interface SeenKind {
  kind: SearchKind;
  /** The listing, which defines the search terms and the visible records. */
  listing: Listing<ListTable>;
  /** Returns the record with an id; missing if people write no numbers of such records. */
  at?: VisibleResource["at"];
  /** Returns the address of the full list of results. */
  all(q: string): string;
}

/** The kinds that this person may find something of, in the order in which they are shown. */
export const kindsFor = (me: Reader): SeenKind[] =>
  foundKinds.flatMap((kind) => {
    const records = recordsOf(kind);
    if (!may(me, records.permissions.view)) return kind === "faqs" && may(me, "faqs.view") ? answersFor(me) : [];
    const { listing, at } = records.asSeenBy(me);
    return { kind, listing, at, all: (q) => listHref({ path: listing.path, search: "" }, { q }) };
  });

/** Returns the search in published FAQs, for users who may not edit them. */
function answersFor(me: Reader): SeenKind {
  const { listing } = recordsOf("faqs");
  const all = (q: string) => `/support/faqs?${new URLSearchParams({ q }).toString()}`;
  return {
    kind: "faqs",
    listing: { ...listing, filters: {}, fields: {}, scope: and(listing.scope, whereReadableBy(me)) },
    all,
  };
}
