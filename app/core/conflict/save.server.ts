/**
 * What becomes of a form that was read: saved, or given back with the reason. A resource's action is guard, parse,
 * save.
 */
import { type ParsedForm, rejectForm } from "~/core/form/form.server";
import type { FormFields } from "~/core/form/form-state";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import type { Actor, CreateResult, Outcome } from "~/core/resource/act.server";
import { repeatKey } from "~/core/resource/form-keys.server";
import type { Id, Resource, RecordRow } from "~/core/resource/resource.server";
import { conflict, overwritesNothing } from "./changes-since.server";

/** What finds a record that a form has made before. */
interface RepeatFinder<Row> extends Pick<Resource, "entity" | "describe"> {
  findRepeated(
    by: Actor,
    values: object,
    key: string,
    isAlike?: (row: Row) => Promise<boolean> | boolean,
  ): Promise<Row | undefined>;
}

interface New<Row, Values extends object> {
  of: Resource &
    RepeatFinder<NoInfer<Row>> & {
      create(by: Actor, values: NoInfer<Values>, key?: string): Promise<CreateResult<Row>>;
    };
  form: ParsedForm<Values>;
  /** Where it leads; to the list unless said otherwise. */
  to?(row: NoInfer<Row>): string;
  /** Whether the form began as a copy of a record: it may hold the same entries, and nobody is asked why. */
  isCopy?: boolean;
}

/**
 * Adds the record that a form describes and leads on. A form that is sent twice adds one; one that only changes its
 * rows, none.
 */
export async function saveNew<Row extends RecordRow, Values extends object>(
  me: Actor,
  { of, form, to = () => of.listing.path, isCopy = false }: New<Row, Values>,
) {
  if (!form.ok) return rejectForm(form);
  const repeated = isCopy ? undefined : await repeatRefusal(me, of, form);
  if (repeated) return rejectForm({ ...form, key: repeated.key }, repeated.errors, 409);
  const made = await of.create(me, form.values, form.key);
  if (!made.ok) return rejectForm(form, made.errors, made.status);
  const done = made.change ? "was created" : "was created already";
  return redirectWithToast(to(made.row), { text: `${of.describe([made.row])} ${done}`, undo: made.change });
}

/**
 * Returns the refusal of a new form with the same entries as one that its sender sent lately, as by going back: the
 * errors, and the key with which the form is taken the next time. Nothing where there is none, or where it comes with
 * that key. `isAlike` compares what the values do not hold.
 */
export async function repeatRefusal<Row extends RecordRow>(
  me: Actor,
  of: RepeatFinder<Row>,
  form: { key?: string; values: object },
  isAlike?: (row: Row) => Promise<boolean> | boolean,
): Promise<{ key: string; errors: Record<string, string>; twin: Row } | undefined> {
  const twin = form.key && (await of.findRepeated(me, form.values, form.key, isAlike));
  if (!twin) return undefined;
  const key = repeatKey(of.entity, String(twin.id));
  return form.key === key ? undefined : { key, errors: { "": repeatText(of.describe([twin])) }, twin };
}

/** Asks whether to make once more what was made lately. */
export const repeatText = (name: string) =>
  `${name} was created with the same entries a short while ago. Send this once more only if there should be two.`;

interface Edit<Row, Values> {
  of: Resource & {
    change(
      by: Actor,
      id: Id,
      patch: NoInfer<Values> & { deletedAt?: null },
      revision: number,
    ): Promise<Outcome<NoInfer<Row>>>;
  };
  /** The record as the request found it. */
  before: Row;
  form: ParsedForm<Values>;
  /** The form's fields of the record, as it is or was, or of the form's own values. */
  fieldsOf(values: NoInfer<Row> | NoInfer<Values>): FormFields;
  /** Where it leads; to the record unless said otherwise. */
  to?: string;
  /** What was done, for the toast; that the record was saved, unless said otherwise. */
  text?: string;
}

/**
 * Saves a form over a record that somebody else may have changed meanwhile: where both changed something, it answers
 * the versions to choose from and overwrites nothing. What is in the trash is saved only by a form that takes it out,
 * and what only changes its rows is not saved at all.
 */
export async function saveEdit<Row extends RecordRow, Values extends object>(
  me: Actor,
  { of, before, form, fieldsOf, to, text }: Edit<Row, Values>,
) {
  if (form.rows) return rejectForm(form);
  if (before.deletedAt && !form.restore) {
    const trashed = `${of.describe([before])} is in the trash now. Press “Restore and save” below to take ${of.noun.pronoun ?? "it"} out of it.`;
    return rejectForm(form, { "": trashed }, 409);
  }
  if (!form.ok) return rejectForm(form);

  const patch = { ...form.values, ...(form.restore && { deletedAt: null }) };
  const mine = { fields: fieldsOf(form.values), revision: form.revision };
  let saved = await of.change(me, before.id, patch, form.revision);
  if (!saved.ok && saved.reason === "stale" && (await overwritesNothing(of, mine, saved.theirs, fieldsOf))) {
    saved = await of.change(me, before.id, patch, saved.theirs.revision);
  }
  if (saved.ok) {
    const done = text ?? `${of.describe([saved.row])} was ${before.deletedAt ? "restored and saved" : "saved"}`;
    return redirectWithToast(to ?? of.href(String(before.id)), { text: done, undo: saved.change });
  }
  if (saved.reason === "absent") notFound(of.absent);
  if (saved.reason === "refused") return rejectForm(form, saved.errors, saved.status);
  return conflict(of, mine, saved.theirs, fieldsOf);
}
