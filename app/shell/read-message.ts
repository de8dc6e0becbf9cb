import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { messages } from "db/schema";
import { openItem } from "./mark-read.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  return openItem(me, params.id, messages);
}
