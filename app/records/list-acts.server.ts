/** Acts on records of a list, one or many, and what follows them: the toast with its undo, and the way back. */
import { data, redirect, redirectDocument } from "@remix-run/node";
import { readForm } from "~/lib/form.server";
import { matchingIds } from "~/lib/list.server";
import { type Listing, type ListTable, parseListQuery, readId } from "~/lib/listing.server";
import { notFound, redirectWithToast, samePath } from "~/lib/respond.server";
import type { Actor, ManyOutcome } from "./act.server";
import { note as noteRule } from "./note";
import type { Id, Kind, RecordRow } from "./records.server";

type Params = { id?: string };

/** Leads who comes by address, where only forms are taken, on to the record. Throws a 404. */
export async function toRecord(of: Kind, params: Params) {
  return redirect(of.href(String((await of.at(params)).id)));
}

interface After<Row> {
  back: string;
  /** Where it leads when it is refused, if not back. */
  refused?: string;
  said(rows: Row[]): string;
}

/** Leads on after an act and says what was done, or why it was not. */
export async function afterAct<Row>(done: ManyOutcome<Row>, { back, refused = back, said }: After<Row>) {
  if (!done.ok) return redirectWithToast(refused, { text: Object.values(done.errors).join(" "), tone: "error" });
  if (done.rows.length === 0) return redirectWithToast(back, { text: "Nothing was left to change.", tone: "error" });
  return redirectWithToast(back, { text: said(done.rows), undo: done.change });
}

/**
 * Sets the posted `status` of the record that the address names; a posted `note` says why. With the status that was `seen`, as
 * `statusPath` writes it, one that somebody changed meanwhile is left alone. A 404 where records of its kind have none.
 */
export async function statusAct(me: Actor, request: Request, params: Params, of: Kind) {
  if (of.statuses.length === 0) notFound("There is nothing here.");
  const { id } = await of.at(params);
  const form = await readForm(request);
  const status = readStatus(of, form);
  if (!status) throw data({ message: "Choose a status." }, 400);
  const back = samePath(form.get("back"), of.href(String(id)));
  const note = noteRule().safeParse(form.get("note") ?? undefined);
  if (!note.success) return redirectWithToast(back, { text: `${note.error.issues[0]?.message}. Nothing was changed.`, tone: "error" });
  const seen = new URL(request.url).searchParams.get("seen") ?? undefined;
  return afterAct(await of.setStatus(me, [id], status, { note: note.data || undefined, seen }), { back, said: (rows) => `${of.said(rows)} is now ${status.toLowerCase()}` });
}

/**
 * Deletes, restores, exports or sets the status of what is selected in a list. The list's own address is in the query. A status is
 * set whatever it was by then: who selects rows names which ones, not what each says, and one undo takes all of it back.
 */
export async function bulkAct(me: Actor, request: Request, of: Kind) {
  const { listing } = of;
  const { form, ids: read, search } = await readSelection(request, listing);
  const act = form.get("act");
  if (act === "export") return redirectDocument(`${listing.path}.csv?${search}`);

  const ids = (await read()) as Id[];
  const back = samePath(form.get("back"), listing.path);
  const follow = (done: ManyOutcome<RecordRow>, did: string) =>
    afterAct(done, { back, refused: form.has("all") ? stillSelected(back) : back, said: (rows) => `${of.said(rows)} ${did}` });

  const status = readStatus(of, form);
  if (status) return follow(await of.setStatus(me, ids, status), `set to ${status.toLowerCase()}`);
  if (act === "delete") return follow(await of.trash(me, ids), "moved to the trash");
  if (act === "restore") return follow(await of.restore(me, ids), "restored");
  throw data({ message: `Choose what to do with the selected ${of.noun.many}.` }, 400);
}

/** The posted status, or nothing when it is none. */
function readStatus({ statuses }: Kind, form: FormData): string | undefined {
  const posted = form.get("status");
  return statuses.find(({ value }) => value === posted)?.value;
}

/** A list in which everything that matches is selected still: ticks that stand for other rows would be worse than none. */
function stillSelected(path: string) {
  return `${path}${path.includes("?") ? "&" : "?"}select=all`;
}

/**
 * Which records a list's selection form means: those that are ticked (`ids`), or everything that matches (`all`, with the
 * number that the person saw). Throws the way back when nothing is selected.
 */
async function readSelection(request: Request, listing: Listing<ListTable>) {
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
