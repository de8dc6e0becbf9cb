import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { notifications } from "db/schema";
import { markRead } from "./mark-read.server";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect("/");
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  return markRead(me, request, notifications);
}
