import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/lib/form.server";
import { recordId } from "~/lib/ids";
import { redirectWithToast, samePath } from "~/lib/respond.server";
import { startLongUndo } from "./undo-run.server";
import { undoToast } from "./undo-toast.server";
import { undoChange } from "./undo.server";

export { default } from "~/status/form-only";

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
  const only = form.has("entry") ? recordId(form.get("entry")) : undefined;
  const change = String(form.get("change") ?? "");
  const passingOver = form.has("others");
  const run = only === undefined ? await startLongUndo(me, { batch: change, back, passingOver }) : undefined;
  if (run) return redirect(`/runs/${run.id}`, 303);
  return redirectWithToast(back, undoToast(change, await undoChange(me, change, only, passingOver)));
}
