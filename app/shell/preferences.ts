import { type ActionFunctionArgs, redirect, replace } from "@remix-run/node";
import { anyone } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { chosenPreferences, keepPreferences } from "./preferences.server";
import { readPreferences } from "./preferences-values";

/** Keeps a choice of theme, direction or shortcuts and leads back. */
export async function action({ request }: ActionFunctionArgs) {
  await anyone(request);
  const form = await readForm(request);
  const choice = readPreferences(Object.fromEntries(form));
  const headers = new Headers({
    "Set-Cookie": await keepPreferences({ ...(await chosenPreferences(request)), ...choice }),
  });
  const back = samePath(form.get("back"), "/");
  // Theme and direction are seen at once, keys are not.
  if (choice.shortcuts) return redirectWithToast(back, { text: `Keyboard shortcuts are ${choice.shortcuts}` }, headers);
  return replace(back, { status: 303, headers });
}

/** The address answers forms only; who opens it is led home. */
export async function loader({ request }: ActionFunctionArgs) {
  await anyone(request);
  return redirect("/");
}
