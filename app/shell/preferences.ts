import { type ActionFunctionArgs, redirect, replace } from "@remix-run/node";
import { anyone } from "~/auth/session.server";
import { readForm } from "~/lib/form.server";
import { samePath } from "~/lib/respond.server";
import { chosenPreferences, keepPreferences } from "./preferences.server";
import { readPreferences } from "./preferences-values";

/** Keeps a choice of theme or direction and leads back. */
export async function action({ request }: ActionFunctionArgs) {
  await anyone(request);
  const form = await readForm(request);
  const chosen = { ...(await chosenPreferences(request)), ...readPreferences(Object.fromEntries(form)) };
  return replace(samePath(form.get("back"), "/"), { status: 303, headers: { "Set-Cookie": await keepPreferences(chosen) } });
}

/** The address answers forms only; who opens it is led home. */
export async function loader({ request }: ActionFunctionArgs) {
  await anyone(request);
  return redirect("/");
}
