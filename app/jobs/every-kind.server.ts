import { kinds } from "~/journal/records.server";
import { userRecords } from "~/users/users.server";

/** A kind makes itself known when it is loaded, so naming it here is enough. */
const listed = [userRecords];

/** Every kind of record. Throws when one is not listed here: where it is not loaded, its files would look as if nothing used them. */
export function everyKind() {
  if (kinds().length !== listed.length) throw new Error("A kind of record is missing in every-kind.server.ts.");
  return kinds();
}
