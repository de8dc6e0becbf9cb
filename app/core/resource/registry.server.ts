/** Every kind of record, for what is the same for all: the journal, undo, the trash, files and the pages of acts. */
import { permissionFor } from "~/core/access/access.server";
import { notFound } from "~/core/http/respond.server";
import type { Reader } from "~/core/list/reach.server";
import type { Kind } from "./kind.server";

let registered: Kind[] | undefined;

/** Says which kinds there are. `app/resources.server.ts` does so as it is loaded. */
export const registerKinds = (all: Kind[]) => void (registered = all);

/** Throws where nobody has said which there are. */
export function kinds(): Kind[] {
  if (!registered) throw new Error("No kinds of records are known yet: import app/resources.server.ts first.");
  return registered;
}

export const kindOf = (entity: string) => kinds().find((kind) => kind.entity === entity);

/** The kind of record that an address is about, in any case: the one whose list it is beneath. Throws a 404. */
function anyKindAt(request: Request): Kind {
  const path = new URL(request.url).pathname.toLowerCase();
  return kinds().find(({ listing }) => path.startsWith(`${listing.path}/`)) ?? notFound("There is nothing here.");
}

/** The same as this person has it. Throws a 404. */
export function kindAt(request: Request, me: Reader): Kind {
  const kind = anyKindAt(request);
  return kind.as?.(me) ?? kind;
}

/** What it takes to see or to change the records that an address is about. Throws a 404. */
export const permissionAt = (request: Request, verb: "view" | "change") =>
  permissionFor(anyKindAt(request).entity, verb);
