import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { JournalAction, JournalEntry } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { kindOf } from "~/kinds.server";
import { readForm } from "~/lib/form.server";
import { recordId } from "~/lib/ids";
import { redirectWithToast, samePath, type Toast } from "~/lib/respond.server";
import { hrefOfAct } from "./act-news.server";
import { isLarge, startUndo } from "./undo-run.server";
import { type Left, undoChange, wereChanged } from "./undo.server";

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
  const undone = await undoChange(me, change, only, form.has("others"));
  if (undone.ok) return redirectWithToast(back, { text: inWords(undone.entries) + leftInWords(undone.left), undo: undone.change, links: linksTo(change, undone.left) });
  const others = undone.others > 0 ? { change, count: undone.others } : undefined;
  return redirectWithToast(back, { text: undone.message, tone: "error", others, links: linksTo(change, undone.left) });
}

/** What was passed over, such as ". 1 left as it is, because it was changed since." */
function leftInWords(left: Left[]): string {
  if (left.length === 0) return "";
  const one = left.length === 1;
  const why = wereChanged(left) ? `${one ? "it was" : "they were"} changed since` : `${one ? "it" : "they"} cannot be taken back any more`;
  return `. ${left.length.toLocaleString("en-US")} left as ${one ? "it is" : "they are"}, because ${why}.`;
}

/** So many records are named. */
const mostNamed = 3;

/** Where what is left is: each, while these are few, else all of the change. */
function linksTo(change: string, left: Left[]): Toast["links"] {
  const records = [...new Map(left.filter((one) => wereChanged([one])).map(({ entry }) => [`${entry.entity}/${entry.recordId}`, entry])).values()];
  if (records.length === 0) return undefined;
  if (records.length > mostNamed) return [{ href: hrefOfAct(change), title: "See which" }];
  return records.flatMap(({ entity, recordId, label }) => {
    const href = kindOf(entity)?.href(recordId);
    return href ? [{ href, title: label.slice(0, 60) }] : [];
  });
}

const nouns: Record<JournalAction, string> = { created: "creation", changed: "change", deleted: "deletion", restored: "restoring", security: "change" };

/** "Undone: deletion of Priya Raman", or "The undo was undone: 9 changes" when it was an undo itself that was taken back. */
function inWords(entries: JournalEntry[]): string {
  const [first] = entries;
  const what = first && entries.length === 1 ? `${nouns[first.action]} of ${first.label}` : `${entries.length} changes`;
  return `${first?.undoes ? "The undo was undone:" : "Undone:"} ${what}`;
}
