/** The resources of `/api`, for its routes and documentation. */
import { type Access, may, type Permission } from "~/core/access/access.server";
import { changesNothing } from "~/core/http/origin.server";
import { methodNotAllowed } from "~/core/http/api.server";
import { notFound } from "~/core/http/respond.server";
import { ofResources } from "~/core/resource/registry.server";
import type { ApiResource } from "./api-resource.server";
import type { ApiReport } from "./reports.server";
import { sectionOf } from "./operations.server";
import { plainApi } from "./plain-api.server";

/** Returns the resources of `/api`. */
export const apiResources = ofResources((all): ApiResource[] =>
  all.flatMap((kind) => (kind.api === true ? plainApi(kind) : (kind.api ?? []))),
);

let reports: readonly ApiReport[] = [];

/** Registers the reports of `/api`; `app/resources.server.ts` calls it on load. */
export const registerApiReports = (all: readonly ApiReport[]) => void (reports = all);

/** Returns the reports of `/api`. */
export const apiReports = () => reports;

const permissionFor = ({ permissions }: Pick<ApiResource, "permissions">, method: string): Permission =>
  permissions[changesNothing(method) ? "view" : "change"];

/** Returns the operations of all resources and reports. */
export const sections = () => [...apiResources().map(sectionOf), ...reports.map((report) => report.section())];

/** Returns the operations that `me` may use. */
export const sectionsFor = (me: Access) =>
  [
    ...apiResources().map((resource) => ({ ...sectionOf(resource), permissions: resource.permissions })),
    ...reports.map((report) => ({ ...report.section(), permissions: report.permissions })),
  ].flatMap(({ permissions, ...section }) => {
    const operations = section.operations.filter(({ method }) => may(me, permissionFor({ permissions }, method)));
    return operations.length > 0 ? { ...section, operations } : [];
  });

/** Returns the path of a URL. Paths are case-insensitive. */
const pathOf = (request: Request) => decodeURIComponent(new URL(request.url).pathname).toLowerCase();

/** Returns the resource at a URL, and the name of a nested list. Throws a 404. */
export function resourceAt(request: Request) {
  const [, api, kind, list = ""] = pathOf(request).split("/");
  const resource = apiResources().find(({ path }) => path === `/${api}/${kind}`) ?? notFound("There is nothing here.");
  return { resource, list };
}

/** Returns the resource, its act or the report at a URL, which responds to its requests. Throws a 404. */
export function endpointAt(request: Request): Pick<ApiReport, "permissions" | "read" | "write"> {
  const report = reports.find(({ path }) => path === pathOf(request).replace(/\/$/, ""));
  if (report) return report;
  const { resource, list } = resourceAt(request);
  const act = resource.acts[list];
  return act ? { permissions: resource.permissions, read: () => methodNotAllowed("POST"), write: act.run } : resource;
}

/** Returns the permission that a request needs. Throws a 404. */
export const permissionAt = (request: Request) => permissionFor(endpointAt(request), request.method);
