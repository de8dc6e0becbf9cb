/** The resources of `/api`, for its routes and documentation. */
import { type Access, may, type Permission } from "~/core/access/access.server";
import { changesNothing } from "~/core/http/origin.server";
import { notFound } from "~/core/http/respond.server";
import { ofResources } from "~/core/resource/registry.server";
import type { ApiResource } from "./api-resource.server";
import { sectionOf } from "./operations.server";
import { plainApi } from "./plain-api.server";

/** Returns the resources of `/api`. */
export const apiResources = ofResources((all): ApiResource[] =>
  all.flatMap((kind) => (kind.api === true ? plainApi(kind) : (kind.api ?? []))),
);

const permissionFor = ({ permissions }: ApiResource, method: string): Permission =>
  permissions[changesNothing(method) ? "view" : "change"];

/** Returns the operations of all resources. */
export const sections = () => apiResources().map(sectionOf);

/** Returns the operations that `me` may use. */
export const sectionsFor = (me: Access) =>
  apiResources().flatMap((resource) => {
    const section = sectionOf(resource);
    const operations = section.operations.filter(({ method }) => may(me, permissionFor(resource, method)));
    return operations.length > 0 ? { ...section, operations } : [];
  });

/** Returns the resource at a URL, and the name of a nested list. Throws a 404. */
export function resourceAt(request: Request) {
  const { pathname } = new URL(request.url);
  const [, api, kind, list = ""] = decodeURIComponent(pathname).toLowerCase().split("/"); // paths are case-insensitive
  const resource = apiResources().find(({ path }) => path === `/${api}/${kind}`) ?? notFound("There is nothing here.");
  return { resource, list };
}

/** Returns the permission that a request needs. Throws a 404. */
export const permissionAt = (request: Request) => permissionFor(resourceAt(request).resource, request.method);
