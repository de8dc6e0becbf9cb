/** Every kind of record that can be brought in. */
import { notFound } from "~/core/http/respond.server";
import type { Importer } from "./importer.server";

let importers: Importer[] = [];

/** Says which there are. `app/resources.server.ts` does so as it is loaded. */
export const registerImporters = (all: Importer[]) => void (importers = all);

const notImportable = "Nothing of this kind can be imported.";

/** Throws a 404. */
export const importerFor = (entity: string): Importer =>
  importers.find((importer) => importer.entity === entity) ?? notFound(notImportable);

/** The kind that an address such as `/users/import` is about, in any case. Throws a 404. */
export function importerAt(request: Request): Importer {
  const path = new URL(request.url).pathname.toLowerCase();
  return importers.find((importer) => path.startsWith(`${importer.path}/`)) ?? notFound(notImportable);
}
