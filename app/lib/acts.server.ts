/** What follows an act on records of a list, one or many: the toast with its undo, and the way back. */
import type { ManyOutcome } from "~/journal/act.server";
import { readForm } from "./form.server";
import { matchingIds, parseListQuery } from "./list.server";
import { redirectWithToast, samePath } from "./respond.server";

/** Leads back to where the form says it was sent from, else to `otherwise`, and says what was done. */
export async function afterAct<Row>(done: ManyOutcome<Row>, form: FormData, otherwise: string, said: (rows: Row[]) => string) {
  const back = samePath(form.get("back"), otherwise);
  if (!done.ok) return redirectWithToast(back, { text: Object.values(done.errors).join(" "), tone: "error" });
  if (done.rows.length === 0) return redirectWithToast(back, { text: "Nothing was left to change.", tone: "error" });
  return redirectWithToast(back, { text: said(done.rows), undo: done.change });
}

/**
 * Which records a list's selection form means: those that are ticked (`ids`), or everything that matches (`all`, with the
 * number that the person saw). Throws the way back when that number has moved, or when nothing is selected.
 */
export async function readSelection<Listed extends Parameters<typeof matchingIds>[0]>(request: Request, listing: Listed) {
  const form = await readForm(request);
  const query = parseListQuery(listing, new URL(request.url).searchParams);
  const back = samePath(form.get("back"), listing.path);
  const seen = form.get("all");
  const ids = seen === null ? tickedIds(form) : await matchingIds(listing, query);
  if (ids.length === 0) throw await redirectWithToast(back, { text: "Select at least one row first.", tone: "error" });
  if (seen !== null && Number(seen) !== ids.length) {
    const text = `${ids.length} rows match now, not ${String(seen)}, so nothing was changed. Look again and repeat it.`;
    throw await redirectWithToast(back, { text, tone: "error" });
  }
  return { ids, form, everything: seen !== null };
}

const tickedIds = (form: FormData) => [...new Set(form.getAll("ids").map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);

