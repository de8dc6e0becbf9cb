import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { JournalAction, JournalEntry } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/lib/form.server";
import { recordId } from "~/lib/ids";
import { redirectWithToast, samePath } from "~/lib/respond.server";
import { isLarge, startUndo } from "./undo-run.server";
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
  if (only === undefined && (await isLarge(change))) return redirect(`/runs/${(await startUndo(me, change, back)).id}`, 303);
  const undone = await undoChange(me, change, only);
  if (!undone.ok) return redirectWithToast(back, { text: undone.message, tone: "error" });
  return redirectWithToast(back, { text: inWords(undone.entries), undo: undone.change });
}

const nouns: Record<JournalAction, string> = { created: "creation", changed: "change", deleted: "deletion", restored: "restoring", security: "change" };

/** "Undone: deletion of Priya Raman", or "The undo was undone: 9 changes" when it was an undo itself that was taken back. */
function inWords(entries: JournalEntry[]): string {
  const [first] = entries;
  const what = first && entries.length === 1 ? `${nouns[first.action]} of ${first.label}` : `${entries.length} changes`;
  return `${first?.undoes ? "The undo was undone:" : "Undone:"} ${what}`;
}
