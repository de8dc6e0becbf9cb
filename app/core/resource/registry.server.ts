/** Registry of all kinds of records, for features common to all: the journal, undo, the trash, files and bulk pages. */
import { notFound } from "~/core/http/respond.server";
import { type ListDefinition, registerLists } from "~/core/list/define-list.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import type { EditableResource, VisibleResource } from "./resource.server";

let registered: EditableResource[] | undefined;

/** Registers the kinds of records and the lists of other rows; `app/resources.server.ts` calls it on load. */
export function registerResources(all: EditableResource[], otherLists: ListDefinition[]) {
  registered = all;
  registerLists([...all.flatMap(({ hasScreen, list }) => (hasScreen ? list : [])), ...otherLists]);
}

/** Returns the registered kinds. Throws if none were registered. */
export function resources(): EditableResource[] {
  if (!registered) throw new Error("No kinds of records are known yet: import app/resources.server.ts first.");
  return registered;
}

export const resourceOf = (entity: string) => resources().find((kind) => kind.entity === entity);

/**
 * Returns the condition for the records of a kind that a user may read; undefined for all. For features that may not
 * import the kind, such as orders with their invoices.
 */
export function scopeOf(entity: string, reader: Reader) {
  const kind = resourceOf(entity);
  if (!kind) throw new Error(`There is no kind of record called ${entity}.`);
  return listingFor(kind.listing, reader).scope;
}

/** Returns the kind whose list contains the URL, ignoring case: the deepest of those. Throws a 404. */
function anyKindAt(request: Request): EditableResource {
  const path = new URL(request.url).pathname.toLowerCase();
  const containing = resources().filter(({ listing }) => path.startsWith(`${listing.path}/`));
  const [deepest] = containing.sort((one, other) => other.listing.path.length - one.listing.path.length);
  return deepest ?? notFound("There is nothing here.");
}

/** Returns the kind at a URL, restricted to what `me` may see. Throws a 404. */
export function resourceAt(request: Request, me: Reader): VisibleResource {
  return anyKindAt(request).asSeenBy(me);
}

/** Returns the permission to view or change the records at a URL. Throws a 404. */
export const permissionAt = (request: Request, verb: "view" | "change") => anyKindAt(request).permissions[verb];

/** Returns what `derive` makes of the registered kinds, once for each registration. */
export function ofResources<Derived>(derive: (all: EditableResource[]) => Derived): () => Derived {
  let latest: { all: EditableResource[]; derived: Derived } | undefined;
  return () => {
    const all = resources();
    latest = latest?.all === all ? latest : { all, derived: derive(all) };
    return latest.derived;
  };
}
