import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { isVisit } from "~/core/http/prefetch.server";
import { boxAt } from "./inbox.server";
import { openItem } from "./marks.server";

/** Redirects to the subject of an item and marks it as read, unless the browser only prefetches. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  return openItem(me, boxAt(request), params.id, isVisit(request));
}
