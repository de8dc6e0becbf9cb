/** Every kind of record, for what is the same for all: the journal, undo, the trash, files and the pages of acts. */
import { permissionFor, recordKindOf } from "~/core/access/access.server";
import { notFound } from "~/core/http/respond.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import type { Resource } from "./resource.server";

let registered: Resource[] | undefined;

/** Says which kinds there are, as `app/resources.server.ts` is loaded. Throws for a kind without permissions. */
export function registerResources(all: Resource[]) {
  for (const { entity } of all) recordKindOf(entity); // what runs without a check of its types would fail on every page
  registered = all;
}

/** Throws where nobody has said which there are. */
export function resources(): Resource[] {
  if (!registered) throw new Error("No kinds of records are known yet: import app/resources.server.ts first.");
  return registered;
}

export const resourceOf = (entity: string) => resources().find((kind) => kind.entity === entity);

/**
 * What somebody reaches of a kind of record, as a condition on its table; nothing where that is all. For a feature that
 * may not import the kind, such as orders, which name their invoices.
 */
export function scopeOf(entity: string, reader: Reader) {
  const kind = resourceOf(entity);
  if (!kind) throw new Error(`There is no kind of record called ${entity}.`);
  return listingFor(kind.listing, reader).scope;
}

/** The kind of record that an address is about, in any case: the one whose list it is beneath. Throws a 404. */
function anyKindAt(request: Request): Resource {
  const path = new URL(request.url).pathname.toLowerCase();
  return resources().find(({ listing }) => path.startsWith(`${listing.path}/`)) ?? notFound("There is nothing here.");
}

/** The same as this person has it. Throws a 404. */
export function resourceAt(request: Request, me: Reader): Resource {
  const kind = anyKindAt(request);
  return kind.asSeenBy?.(me) ?? kind;
}

/** What it takes to see or to change the records that an address is about. Throws a 404. */
export const permissionAt = (request: Request, verb: "view" | "change") =>
  permissionFor(anyKindAt(request).entity, verb);
