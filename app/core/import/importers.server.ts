/** Every kind of record that can be brought in. To add one, add its line here and its routes to `routes.ts`. */
import { notFound } from "~/core/http/respond.server";
import { orderImport } from "~/features/orders/import.server";
import { productImport } from "~/features/products/import.server";
import { userImport } from "~/features/users/import.server";
import type { Importer } from "./importer.server";

/** A function, because what a kind imports may come back here before the kind is made. */
const importers = (): Importer[] => [userImport, productImport, orderImport];

export const importerFor = (entity: string): Importer =>
  importers().find((importer) => importer.entity === entity) ?? notFound("Nothing of this kind can be imported.");

/** The kind that an address such as `/users/import` is about, in any case. Throws a 404. */
export function importerAt(request: Request): Importer {
  const path = new URL(request.url).pathname.toLowerCase();
  return (
    importers().find((importer) => path.startsWith(`${importer.path}/`)) ??
    notFound("Nothing of this kind can be imported.")
  );
}
