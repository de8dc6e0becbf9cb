import { type ActionFunctionArgs, redirect, replace } from "@remix-run/node";
import { userOfRequest } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { chosenPreferences, keepPreferences } from "./preferences.server";
import { changeColumns, readPreferences } from "~/core/values/preferences";

/** Stores a preference and redirects back, or returns a 204 to scripts. */
export async function action({ request }: ActionFunctionArgs) {
  await userOfRequest(request);
  const form = await readForm(request);
  const before = await chosenPreferences(request);
  const columns = form.get("columns");
  const choice =
    typeof columns === "string"
      ? changeColumns(before, columns)
      : readPreferences(Object.fromEntries([...form].filter(([, value]) => typeof value === "string")));
  const headers = new Headers({ "Set-Cookie": await keepPreferences({ ...before, ...choice }) });
  if (!form.has("back")) return new Response(null, { status: 204, headers }); // scripts stay on their page
  const back = samePath(form.get("back"), "/");
  // A changed shortcut setting needs a message, because it is not visible.
  if (choice.shortcuts) return redirectWithToast(back, { text: `Keyboard shortcuts are ${choice.shortcuts}` }, headers);
  return replace(back, { status: 303, headers });
}

/** Redirects home, because this address only accepts forms. */
export async function loader({ request }: ActionFunctionArgs) {
  await userOfRequest(request);
  return redirect("/");
}
