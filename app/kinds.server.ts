/** Every kind of record, for the journal, the menu, the trash and the files. To add a resource, add its line here and its routes to `routes.ts`. */
import { invoiceRecords } from "~/invoices/invoices.server";
import { notFound } from "~/lib/respond.server";
import { orderRecords } from "~/orders/orders.server";
import { productRecords } from "~/products/products.server";
import type { Kind } from "~/records/records.server";
import { userRecords } from "~/users/users.server";

/** A function, because what a kind imports may come back here before the kind is made. */
export const kinds = (): Kind[] => [userRecords, productRecords, orderRecords, invoiceRecords];

export const kindOf = (entity: string) => kinds().find((kind) => kind.entity === entity);

/** The kind of record that an address is about: its first part says so, in any case. Throws a 404. */
export const kindAt = (request: Request) => kindOf(new URL(request.url).pathname.split("/")[1]?.toLowerCase() ?? "") ?? notFound("There is nothing here.");
