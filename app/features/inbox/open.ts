import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { isVisit } from "~/core/http/prefetch.server";
import { boxAt } from "./inbox.server";
import { openItem } from "./marks.server";

/** Leads to what something in a box is about, and marks it read; not for a browser that reads ahead. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  return openItem(me, boxAt(request), params.id, isVisit(request));
}
