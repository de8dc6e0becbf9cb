import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { notifications } from "db/schema";
import { markRead } from "./mark-read.server";

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  return markRead(me, request, notifications);
}
