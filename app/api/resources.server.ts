/** Every kind of record under `/api`: its routes and its description go by it. To add one, add its line here and its addresses to `routes.ts`. */
import { type Access, may, permissionFor } from "~/auth/access.server";
import { changesNothing } from "~/auth/origin.server";
import { invoiceApi } from "~/invoices/api.server";
import { notFound } from "~/lib/respond.server";
import { orderApi } from "~/orders/api.server";
import { productApi, reviewApi } from "~/products/api.server";
import { ticketApi } from "~/support/tickets/api.server";
import { userApi } from "~/users/api.server";
import { sectionOf } from "./operations.server";

const resources = [userApi, productApi, reviewApi, orderApi, invoiceApi, ticketApi];

/** What can be asked about each of them. */
export const sections = () => resources.map(sectionOf);

/** The same as far as somebody may ask it. */
export const sectionsFor = (me: Access) =>
  sections().flatMap((section) => {
    const operations = section.operations.filter(({ method }) =>
      may(me, permissionFor(section.id, changesNothing(method) ? "view" : "change")),
    );
    return operations.length > 0 ? { ...section, operations } : [];
  });

/** The kind of record that an address is about, and the name of a list beneath it. Throws a 404. */
export function resourceAt(request: Request) {
  const { pathname } = new URL(request.url);
  const [, api, kind, list = ""] = decodeURIComponent(pathname).toLowerCase().split("/"); // addresses are found in any case
  const resource = resources.find(({ path }) => path === `/${api}/${kind}`) ?? notFound("There is nothing here.");
  return { resource, list };
}

/** What it takes to ask for this. Throws a 404. */
export const permissionAt = (request: Request) =>
  permissionFor(
    resourceAt(request).resource.path.slice("/api/".length),
    changesNothing(request.method) ? "view" : "change",
  );
