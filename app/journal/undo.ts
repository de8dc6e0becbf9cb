import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/lib/form.server";
import { redirectWithToast, samePath } from "~/lib/respond.server";
import { undoChange } from "./undo.server";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect("/activity");
}

/** Takes a change back. The undo is a change itself, so its own toast takes it back again. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const form = await readForm(request);
  const back = samePath(form.get("back"), "/activity");
  const only = Number(form.get("entry")) || undefined;
  const undone = await undoChange(me, String(form.get("change") ?? ""), only);
  if (!undone.ok) return redirectWithToast(back, { text: undone.message, tone: "error" });
  const [first] = undone.entries;
  const what = undone.entries.length === 1 ? (first?.label ?? "") : `${undone.entries.length} changes`;
  return redirectWithToast(back, { text: `Undone: ${what}`, undo: undone.change });
}
