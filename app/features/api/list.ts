/** The lists beneath a kind of record, such as those that people choose from: one route for each, all alike. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { answer } from "~/core/http/api.server";
import { notFound } from "~/core/http/respond.server";
import { permissionAt, resourceAt } from "~/core/api/registry.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, permissionAt(request));
  const { resource, list } = resourceAt(request);
  const found = Object.hasOwn(resource.lists, list) ? resource.lists[list] : undefined;
  return answer(await (found ?? notFound("There is nothing here.")).items(me));
}
