/** The importers of the kinds of records that can be imported. */
import { notFound } from "~/core/http/respond.server";
import { ofResources } from "~/core/resource/registry.server";
import type { Importer } from "./importer.server";
import { plainImporter } from "./plain-importer.server";

const importers = ofResources((all): Importer[] =>
  all.flatMap((kind) => (kind.import === true ? plainImporter(kind) : (kind.import ?? []))),
);

const notImportable = "Nothing of this kind can be imported.";

/** Returns the importer of a kind. Throws a 404. */
export const importerFor = (entity: string): Importer =>
  importers().find((importer) => importer.entity === entity) ?? notFound(notImportable);

/** Returns the importer at a URL such as `/users/import`, ignoring case. Throws a 404. */
export function importerAt(request: Request): Importer {
  const path = new URL(request.url).pathname.toLowerCase();
  return importers().find((importer) => path.startsWith(`${importer.path}/`)) ?? notFound(notImportable);
}
