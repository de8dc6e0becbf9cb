import { type ActionFunctionArgs, redirect, replace } from "@remix-run/node";
import { anyone } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { chosenPreferences, keepPreferences } from "./preferences.server";
import { readPreferences, toggleColumn } from "~/core/values/preferences";

/** Keeps a choice and leads back. */
export async function action({ request }: ActionFunctionArgs) {
  await anyone(request);
  const form = await readForm(request);
  const before = await chosenPreferences(request);
  const column = form.get("column");
  const choice = typeof column === "string" ? toggleColumn(before, column) : readPreferences(Object.fromEntries(form));
  const headers = new Headers({ "Set-Cookie": await keepPreferences({ ...before, ...choice }) });
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
