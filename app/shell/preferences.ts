import { type ActionFunctionArgs, redirect, replace } from "@remix-run/node";
import { anyone } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { chosenPreferences, keepPreferences } from "./preferences.server";
import { changeColumns, readPreferences } from "~/core/values/preferences";

/** Keeps a choice and leads back. */
export async function action({ request }: ActionFunctionArgs) {
  await anyone(request);
  const form = await readForm(request);
  const before = await chosenPreferences(request);
  const columns = form.get("columns");
  const choice =
    typeof columns === "string"
      ? changeColumns(before, columns)
      : readPreferences(Object.fromEntries([...form].filter(([, value]) => typeof value === "string")));
  const headers = new Headers({ "Set-Cookie": await keepPreferences({ ...before, ...choice }) });
  if (!form.has("back")) return new Response(null, { status: 204, headers }); // scripts stay where they are
  const back = samePath(form.get("back"), "/");
  // All else is seen at once, keys are not.
  if (choice.shortcuts) return redirectWithToast(back, { text: `Keyboard shortcuts are ${choice.shortcuts}` }, headers);
  return replace(back, { status: 303, headers });
}

/** The address answers forms only; who opens it is led home. */
export async function loader({ request }: ActionFunctionArgs) {
  await anyone(request);
  return redirect("/");
}
