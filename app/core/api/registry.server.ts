/** Registry of the resources of `/api`, for its routes and documentation. */
import { type Access, may, permissionFor, recordKindOf } from "~/core/access/access.server";
import { changesNothing } from "~/core/http/origin.server";
import { notFound } from "~/core/http/respond.server";
import type { ApiResource } from "./api-resource.server";
import { sectionOf } from "./operations.server";

let resources: ApiResource[] = [];

/** Registers the resources; `app/resources.server.ts` calls it on load. Throws for a kind without permissions. */
export function registerApi(all: ApiResource[]) {
  for (const { path } of all) recordKindOf(path.slice("/api/".length));
  resources = all;
}

/** Returns the operations of all resources. */
export const sections = () => resources.map(sectionOf);

/** Returns the operations that `me` may use. */
export const sectionsFor = (me: Access) =>
  sections().flatMap((section) => {
    const operations = section.operations.filter(({ method }) =>
      may(me, permissionFor(recordKindOf(section.id), changesNothing(method) ? "view" : "change")),
    );
    return operations.length > 0 ? { ...section, operations } : [];
  });

/** Returns the resource at a URL, and the name of a nested list. Throws a 404. */
export function resourceAt(request: Request) {
  const { pathname } = new URL(request.url);
  const [, api, kind, list = ""] = decodeURIComponent(pathname).toLowerCase().split("/"); // paths are case-insensitive
  const resource = resources.find(({ path }) => path === `/${api}/${kind}`) ?? notFound("There is nothing here.");
  return { resource, list };
}

/** Returns the permission that a request needs. Throws a 404. */
export const permissionAt = (request: Request) =>
  permissionFor(
    recordKindOf(resourceAt(request).resource.path.slice("/api/".length)),
    changesNothing(request.method) ? "view" : "change",
  );
