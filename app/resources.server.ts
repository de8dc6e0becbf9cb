/** Every kind of record, for the journal, the menu, the trash and the files. To add a resource, add its line here and its routes to `routes.ts`. */
import { permissionFor } from "~/core/access/access.server";
import { invoiceRecords } from "~/features/invoices/invoices.server";
import type { Reader } from "~/core/list/reach.server";
import { notFound } from "~/core/http/respond.server";
import { orderRecords } from "~/features/orders/orders.server";
import { productRecords } from "~/features/products/products.server";
import type { Kind } from "~/core/resource/kind.server";
import { cannedRecords } from "~/features/support/canned-replies/canned-replies.server";
import { faqRecords } from "~/features/support/faqs/faqs.server";
import { replyRecords } from "~/features/support/tickets/replies/replies.server";
import { ticketRecords } from "~/features/support/tickets/tickets.server";
import { userRecords } from "~/features/users/users.server";
import { viewRecords } from "~/features/views/views.server";

/** A function, because what a kind imports may come back here before the kind is made. */
export const kinds = (): Kind[] => [
  userRecords,
  productRecords,
  orderRecords,
  invoiceRecords,
  ticketRecords,
  replyRecords,
  cannedRecords,
  faqRecords,
  viewRecords,
];

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
