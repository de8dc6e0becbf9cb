/** Actions on one or many records of a list, with the toast, its undo, and the redirect back. */
import { statusWord } from "~/core/values/status";
import { data, redirect, redirectDocument } from "@remix-run/node";
import { readForm } from "~/core/form/form.server";
import { pageSizes } from "~/core/list/list";
import { parseListQuery, readId } from "~/core/list/list-query.server";
import type { Reader } from "~/core/list/reach.server";
import { notFound, redirectWithErrors, redirectWithToast, samePath, type Toast } from "~/core/http/respond.server";
import type { Actor, ManyOutcome, Person } from "~/core/resource/act.server";
import { overtakenIn } from "./changed-since.server";
import { actIn, bulkHref, type BulkRequest, choiceIn, statusIn, withThoseAhead } from "./bulk-request.server";
import { removalWords } from "~/core/values/removal-words";
import { describeAhead, describeOtherAmounts, pastTense, describeUnchanged } from "./bulk-sentences";
import { readAmounts } from "~/core/list/amounts";
import type { SeenAmounts } from "~/core/resource/new-status.server";
import { note as noteRule } from "~/core/form/note";
import type { Id, RecordRow, Resource, VisibleResource } from "~/core/resource/resource.server";
import type { BulkAction } from "~/core/resource/bulk-outcome.server";
import { dryRun, redirectToDryRun } from "./dry-run.server";

type Params = { id?: string };

/** Redirects a GET request for an action's URL to the record. Throws a 404. */
export async function toRecord(of: VisibleResource, params: Params) {
  return redirect(of.href(String((await of.at(params)).id)));
}

interface After<Row> {
  back: string;
  /** Redirect target if the action is refused; `back` by default. */
  refused?: string;
  said(rows: Row[]): string;
  /** Describes the unchanged records, without the final full stop. */
  stayed?: string;
  /** Describes the records if none was changed. */
  unchanged?: string;
  /** Links to what was left out; they follow the last sentence. */
  links?: Toast["links"];
  /** Returns an additional message. */
  besides?(rows: Row[]): Promise<Pick<Toast, "text" | "links"> | undefined>;
}

/** Redirects after an action, with a toast that says what was done or why it was refused. */
export async function afterAct<Row>(
  done: ManyOutcome<Row>,
  { back, refused = back, said, stayed, unchanged = stayed, links, besides }: After<Row>,
) {
  if (!done.ok) return redirectWithErrors(refused, done.errors);
  const sentences = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(". ");
  if (done.rows.length === 0)
    return redirectWithToast(back, { text: `${sentences("Nothing was changed", unchanged)}.`, tone: "error", links });
  const more = await besides?.(done.rows);
  return redirectWithToast(back, {
    links: links ?? more?.links,
    text: sentences(...(links ? [said(done.rows), more?.text, stayed] : [said(done.rows), stayed, more?.text])),
    undo: done.batch,
  });
}

/**
 * Sets the posted `status` of the record at the URL, with an optional `note`. If `seen` is given (see `statusPath`), a
 * status that someone changed since is not overwritten; returns a 404 if the kind has no statuses.
 */
export async function statusAct(me: Person, request: Request, params: Params, of: VisibleResource) {
  if (of.statuses.length === 0) notFound("There is nothing here.");
  const row = await of.at(params);
  const { id } = row;
  const form = await readForm(request);
  const status = statusIn(of, form.get("status"));
  if (!status) throw data({ message: "Choose a status." }, 400);
  const back = samePath(form.get("back"), of.href(String(id)));
  const note = noteRule().safeParse(form.get("note") ?? undefined);
  if (!note.success)
    return redirectWithToast(back, { text: `${note.error.issues[0]?.message}. Nothing was changed.`, tone: "error" });
  const { searchParams } = new URL(request.url);
  const what = { act: "set", status } as const;
  const question = row.deletedAt ? undefined : await of.question?.of(row, what);
  const choice = question && choiceIn(question, form.get("choice"));
  if (question && !choice)
    return redirect(bulkHref({ ...requestFor(me, of, what, new URLSearchParams()), ids: [id] }), 303);
  const seen = searchParams.get("seen") ?? undefined;
  const total = searchParams.get("total");
  const seenAmounts = total === null ? undefined : new Map([[String(id), Number(total)]]);
  return afterAct(await of.setStatus(me, [id], status, { note: note.data || undefined, seen, seenAmounts, choice }), {
    back,
    said: (rows) => `${of.describe(rows)} marked as ${statusWord(status)}`,
    unchanged: row.deletedAt
      ? `${of.describe([row])} is ${removalWords(of.noun).isRemoved}`
      : `${of.describe([row])} is ${statusWord(status)} already`,
    besides: async (rows) => of.remainingSteps?.(rows, me),
  });
}

/** Maximum selected rows, those of the longest page; with more, the action is previewed like one on all matches. */
const maxTicked = pageSizes[pageSizes.length - 1] ?? 0;

/**
 * Deletes, restores, exports or sets the status of the selected rows; the query string is the list's. Leaves out and
 * names rows that someone else changed, whose amount is another one, or that are further on already; actions on all
 * matches are previewed first.
 */
export async function bulkAct(me: Person, request: Request, of: VisibleResource) {
  const { listing, noun } = of;
  const form = await readForm(request);
  const { searchParams } = new URL(request.url);
  const back = samePath(form.get("back"), listing.path);
  const seen = form.get("all");
  const ids = tickedIds(of, form);
  if (seen === null && ids.length === 0)
    throw await redirectWithToast(back, { text: "Select at least one row first.", tone: "error" });
  if (form.get("act") === "export")
    return redirectDocument(`${listing.path}.csv?${seen === null ? `ids=${ids.join()}` : searchParams}`);

  const what = actIn(of, form.get("act"), form.get("status"));
  if (!what) throw data({ message: `Choose what to do with the selected ${noun.many}.` }, 400);
  const bulkRequest = requestFor(me, of, what, searchParams);
  if (seen !== null) return redirectToDryRun(me, bulkRequest, { matched: wholeNumber(seen) });
  if (ids.length > maxTicked) return redirectToDryRun(me, { ...bulkRequest, ids });
  const overtaken = form.has("last") ? await overtakenIn(of, ids, wholeNumber(form.get("last") ?? ""), me) : [];
  const unchanged = ids.filter((id) => !overtaken.some((one) => one.id === id));
  const seenAmounts = what.act === "set" ? readAmounts(form.get("amounts")) : undefined;
  const otherAmounts = seenAmounts ? await of.withOtherAmounts(unchanged, what, seenAmounts) : [];
  const asShown = unchanged.filter((id) => !otherAmounts.some((one) => one.id === id));
  const over = await of.passedOverInBulk(me, asShown, what);
  const rest = asShown.filter((id) => !over.some((one) => one.id === id));
  const ahead = over.filter(({ outcome }) => outcome === "ahead").map(({ id }) => id);
  const notAhead = asShown.filter((id) => !ahead.includes(id));
  const include = ahead.length > 0 && withThoseAhead({ ...bulkRequest, ids: ahead });
  // If every selected row would be skipped, tries them anyway, so that the refusals give their reasons.
  return afterAct(await actOn(me, rest.length > 0 ? rest : notAhead, bulkRequest, seenAmounts), {
    back,
    said: (rows) => `${of.describe(rows)} ${pastTense(what, noun)}`,
    stayed: [
      describeUnchanged(what, over, noun),
      describeUnchanged(what, overtaken, noun),
      describeOtherAmounts(otherAmounts, noun),
      describeAhead(over),
    ]
      .filter(Boolean)
      .join(". "),
    links: include ? [{ href: include, title: `Change ${ahead.length > 1 ? "them" : "it"} as well` }] : undefined,
    besides: async (rows) => (what.act === "set" ? of.remainingSteps?.(rows, me) : undefined),
  });
}

/**
 * Redirects to the preview if the act on the selected rows would send more than one mail, because no undo calls mails
 * back, would delete a record on which others depend, or has a question; undefined otherwise.
 */
export async function previewFirst(
  me: Person & Reader,
  request: Request,
  of: VisibleResource,
): Promise<Response | undefined> {
  const form = await readForm(request.clone());
  const what = actIn(of, form.get("act"), form.get("status"));
  const ids = tickedIds(of, form);
  if (!what || form.has("all") || ids.length > maxTicked) return undefined;
  const bulkRequest = { ...requestFor(me, of, what, new URL(request.url).searchParams), ids };
  const isToAsk =
    (what.act === "delete" && (await dependentsOf(of, me, ids)).length > 0) ||
    (await hasQuestion(bulkRequest, ids)) ||
    (ids.length > 1 && (await dryRun(me, bulkRequest)).mails > 1);
  return isToAsk ? redirect(bulkHref(bulkRequest), 303) : undefined;
}

/** Whether the action has a question about one of these records that is not answered. */
async function hasQuestion({ of, what }: BulkRequest, ids: Id[]): Promise<boolean> {
  for (const id of of.question && !what.choice ? ids : []) {
    const row = await of.get(id);
    if (row && (await of.question?.of(row, what))) return true;
  }
  return false;
}

/** Returns the records on which others depend, each with sentences about these. */
export async function dependentsOf(of: VisibleResource, me: Reader, ids: Id[]) {
  const found: { label: string; href: string; says: string[] }[] = [];
  for (const id of of.dependents ? ids : []) {
    const row = await of.get(id);
    const dependents = row && (await of.dependents?.(row, me));
    if (dependents) found.push({ label: of.describe([row]), href: of.href(String(id)), says: dependents.says });
  }
  return found;
}

const tickedIds = ({ listing }: Resource, form: FormData) =>
  [...new Set(form.getAll("ids").flatMap((id) => readId(listing, id) ?? []))] as Id[];

/** Returns the request about the list with these parameters. */
const requestFor = (me: Person, of: VisibleResource, what: BulkAction, params: URLSearchParams): BulkRequest => ({
  of,
  what,
  query: { ...parseListQuery(of.listing, params), page: 1, readerId: me.id },
});

const wholeNumber = (text: FormDataEntryValue) => Number.parseInt(String(text), 10) || 0;

function actOn(
  me: Actor,
  ids: Id[],
  { of, what }: BulkRequest,
  seenAmounts: SeenAmounts | undefined,
): Promise<ManyOutcome<RecordRow>> {
  if (what.act === "set") return of.setStatus(me, ids, what.status, { seenAmounts });
  return what.act === "delete" ? of.trash(me, ids) : of.restore(me, ids);
}
