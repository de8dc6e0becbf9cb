/** Saves parsed forms, or returns them with the reason. An action of a resource is: guard, parse, save. */
import { type ParsedForm, rejectForm } from "~/core/form/form.server";
import type { FormFields } from "~/core/form/form-state";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import type { ActingUser, Actor, CreateResult, Outcome } from "~/core/resource/act.server";
import { removalWords } from "~/core/values/removal-words";
import { repeatKey } from "~/core/form/form-keys.server";
import type { Id, Resource, RecordRow } from "~/core/resource/resource.server";
import { conflict, overwritesNothing } from "~/core/conflict/changes-since.server";

/** Finds a record that was created from the same values. */
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
      isRefused(by: Actor, values: NoInfer<Values>): Promise<boolean>;
    };
  form: ParsedForm<Values>;
  /** Returns the URL to redirect to; the list by default. */
  to?(row: NoInfer<Row>): string;
  /** Text of the toast; without it, the toast says that the record was created. */
  text?(row: NoInfer<Row>): string | undefined;
  /** The form started as a copy of a record, so the same values are expected and need no confirmation. */
  isCopy?: boolean;
}

/**
 * Creates a record from a form and redirects. A form that is posted twice creates one record; a row button creates
 * none.
 */
export async function saveNew<Row extends RecordRow, Values extends object>(
  me: Actor,
  { of, form, to = () => of.listing.path, text, isCopy = false }: New<Row, Values>,
) {
  if (!form.ok) return rejectForm(form);
  const repeated = isCopy ? undefined : await repeatRefusal(me, of, form);
  // If a duplicate would be refused anyway, as with the same e-mail address, `create` below gives the reason.
  if (repeated && !(await of.isRefused(me, form.values)))
    return rejectForm({ ...form, key: repeated.key }, repeated.errors, 409);
  const made = await of.create(me, form.values, form.key);
  if (!made.ok) return rejectForm(form, made.errors, made.status);
  const done = `${of.describe([made.row])} ${made.batch ? "was created" : "was created already"}`;
  return redirectWithToast(to(made.row), { text: (made.batch && text?.(made.row)) || done, undo: made.batch });
}

/**
 * Returns the refusal of a form with the same values as a recently created record (as after going back): the errors,
 * and the key that confirms it. Undefined if there is no such record or the form has that key; `isAlike` compares data
 * outside the values.
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

/** Asks whether to create the same record again. */
const repeatText = (name: string) =>
  `${name} was created with the same entries a short while ago. Send this once more only if there should be two.`;

interface Edit<Row, Values> {
  of: Resource & {
    change(
      by: ActingUser,
      id: Id,
      patch: NoInfer<Values> & { deletedAt?: null },
      revision: number,
    ): Promise<Outcome<NoInfer<Row>>>;
  };
  /** The record as loaded by this request. */
  before: Row;
  form: ParsedForm<Values>;
  /** Converts a row, past or present, or the form's parsed values to form values. */
  fieldsOf(values: NoInfer<Row> | NoInfer<Values>): FormFields;
  /** Redirect target; the record by default. */
  to?: string;
  /** Toast text; by default that the record was saved. */
  text?: string;
}

interface Change<Row, Values> extends Pick<Edit<Row, Values>, "of" | "fieldsOf"> {
  id: Id;
  patch: NoInfer<Values> & { deletedAt?: null };
  /** The form's fields, and the revision that it showed. */
  mine: { fields: FormFields; revision: number };
}

/** Changes a record, also if someone else has changed other fields of it since. */
export async function changeOverUnrelated<Row extends RecordRow, Values extends object>(
  me: ActingUser,
  { of, id, patch, mine, fieldsOf }: Change<Row, Values>,
): Promise<Outcome<Row>> {
  const saved = await of.change(me, id, patch, mine.revision);
  if (saved.ok || saved.reason !== "stale" || !(await overwritesNothing(of, mine, saved.theirs, fieldsOf)))
    return saved;
  return of.change(me, id, patch, saved.theirs.revision);
}

/**
 * Saves a form over a record that someone else may have changed: if both changed it, returns both versions and
 * overwrites nothing. A record in the trash is only saved if the form restores it, and a row button saves nothing.
 */
export async function saveEdit<Row extends RecordRow, Values extends object>(
  me: ActingUser,
  { of, before, form, fieldsOf, to, text }: Edit<Row, Values>,
) {
  if (form.rows) return rejectForm(form);
  if (before.deletedAt && !form.restore) {
    const { isRemoved, restore } = removalWords(of.noun);
    const trashed = `${of.describe([before])} is ${isRemoved} now. Press “${restore} and save” below to ${restore.toLowerCase()} ${of.noun.pronoun ?? "it"}.`;
    return rejectForm(form, { "": trashed }, 409);
  }
  if (!form.ok) return rejectForm(form);

  const patch = { ...form.values, ...(form.restore && { deletedAt: null }) };
  const mine = { fields: fieldsOf(form.values), revision: form.revision };
  const saved = await changeOverUnrelated<Row, Values>(me, { of, id: before.id, patch, mine, fieldsOf });
  if (saved.ok) {
    const done = text ?? `${of.describe([saved.row])} was ${before.deletedAt ? "restored and saved" : "saved"}`;
    return redirectWithToast(to ?? of.href(String(before.id)), { text: done, undo: saved.batch });
  }
  if (saved.reason === "absent") notFound(of.absent);
  if (saved.reason === "refused") return rejectForm(form, saved.errors, saved.status);
  return conflict(of, mine, saved.theirs, fieldsOf);
}
