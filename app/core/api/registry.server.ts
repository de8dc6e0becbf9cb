/** Every kind of record under `/api`: its routes and its description go by it. */
import { type Access, may, permissionFor, recordKindOf } from "~/core/access/access.server";
import { changesNothing } from "~/core/http/origin.server";
import { notFound } from "~/core/http/respond.server";
import type { ApiResource } from "./api-resource.server";
import { sectionOf } from "./operations.server";

let resources: ApiResource[] = [];

/** Says which there are, as `app/resources.server.ts` is loaded. Throws for a kind without permissions. */
export function registerApi(all: ApiResource[]) {
  for (const { path } of all) recordKindOf(path.slice("/api/".length));
  resources = all;
}

/** What can be asked about each of them. */
export const sections = () => resources.map(sectionOf);

/** The same as far as somebody may ask it. */
export const sectionsFor = (me: Access) =>
  sections().flatMap((section) => {
    const operations = section.operations.filter(({ method }) =>
      may(me, permissionFor(recordKindOf(section.id), changesNothing(method) ? "view" : "change")),
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
    recordKindOf(resourceAt(request).resource.path.slice("/api/".length)),
    changesNothing(request.method) ? "view" : "change",
  );
