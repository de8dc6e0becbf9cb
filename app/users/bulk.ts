import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct, readSelection } from "~/lib/acts.server";
import { readStatus } from "./user";
import { userListing, userRecords } from "./users.server";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(`/users${new URL(request.url).search}`);
}

/** One act on the users that are selected in the list. The list's own address is in the query. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const { form, ids: read, search } = await readSelection(request, userListing);
  if (form.get("act") === "export") return redirectDocument(`/users.csv?${search}`);

  const ids = await read();
  const status = readStatus(form.get("status"));
  if (status) return afterAct(await userRecords.changeMany(me, ids, { status }), form, "/users", (rows) => `${userRecords.said(rows)} set to ${status.toLowerCase()}`);

  switch (form.get("act")) {
    case "delete":
      return afterAct(await userRecords.trash(me, ids), form, "/users", (rows) => `${userRecords.said(rows)} moved to the trash`);
    case "restore":
      return afterAct(await userRecords.restore(me, ids), form, "/users", (rows) => `${userRecords.said(rows)} restored`);
    default:
      throw data({ message: "Choose what to do with the selected users" }, 400);
  }
}
