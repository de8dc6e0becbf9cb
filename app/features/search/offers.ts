import type { LoaderFunctionArgs } from "@remix-run/node";
import { may } from "~/core/access/access.server";
import { requireUser } from "~/auth/session.server";
import { permissionAt } from "~/core/resource/registry.server";
import { notFound } from "~/core/http/respond.server";
import { suggestProducts } from "~/features/products/products-named.server";
import { suggestPeople } from "~/features/customers/people-choices.server";

/** Returns suggestions of the kind in the URL, such as people or products, for users who may change records. */
export async function loader({ request, params: { what } }: LoaderFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "change"));
  const { pathname, searchParams } = new URL(request.url);
  const suggest =
    what === "people"
      ? suggestPeople
      : what === "products" && may(me, "sales.view")
        ? (text: string) => suggestProducts(text, { isDiscounted: pathname.startsWith("/orders/") })
        : notFound("There is nothing here.");
  const typed = searchParams.get("q") ?? "";
  return Response.json(await suggest(typed), { headers: { "Cache-Control": "no-store" } });
}
