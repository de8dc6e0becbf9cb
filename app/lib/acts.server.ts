/** What follows an act on records of a list, one or many: the toast with its undo, and the way back. */
import type { ManyOutcome } from "~/journal/act.server";
import { readForm } from "./form.server";
import { type Listing, type ListTable, matchingIds, parseListQuery, readId } from "./list.server";
import { redirectWithToast, samePath } from "./respond.server";

/** Leads back to where the form says it was sent from, else to `otherwise`, and says what was done. */
export async function afterAct<Row>(done: ManyOutcome<Row>, form: FormData, otherwise: string, said: (rows: Row[]) => string) {
  const back = samePath(form.get("back"), otherwise);
  if (!done.ok) return redirectWithToast(form.has("all") ? stillSelected(back) : back, { text: Object.values(done.errors).join(" "), tone: "error" });
  if (done.rows.length === 0) return redirectWithToast(back, { text: "Nothing was left to change.", tone: "error" });
  return redirectWithToast(back, { text: said(done.rows), undo: done.change });
}

/** A list in which everything that matches is selected still: ticks that stand for other rows would be worse than none. */
function stillSelected(path: string) {
  return `${path}${path.includes("?") ? "&" : "?"}select=all`;
}

/**
 * Which records a list's selection form means: those that are ticked (`ids`), or everything that matches (`all`, with the
 * number that the person saw). Throws the way back when nothing is selected.
 */
export async function readSelection<Table extends ListTable>(request: Request, listing: Listing<Table>) {
  const form = await readForm(request);
  const { searchParams } = new URL(request.url);
  const back = samePath(form.get("back"), listing.path);
  const seen = form.get("all");
  const ticked = [...new Set(form.getAll("ids").flatMap((id) => readId(listing, id) ?? []))];
  if (seen === null && ticked.length === 0) throw await redirectWithToast(back, { text: "Select at least one row first.", tone: "error" });

  return {
    form,
    /** The ids to act on. Throws the way back when another number matches than the person saw. */
    ids: async () => {
      if (seen === null) return ticked;
      const ids = await matchingIds(listing, parseListQuery(listing, searchParams));
      if (Number(seen) === ids.length) return ids;
      const text = `${ids.length} rows match now, not ${String(seen)}, so nothing was changed. Look again and repeat it.`;
      throw await redirectWithToast(back, { text, tone: "error" });
    },
    /** The same selection as the query of the list's file. */
    search: seen === null ? `ids=${ticked.join()}` : searchParams.toString(),
  };
}
