/**
 * Resolves form fields that name a record. Suggestions are returned if a `find:customer` button asks for them (without
 * JavaScript) or if the name is ambiguous.
 */
import { fieldFound } from "./form-rows.server";
import type { ParsedForm } from "./form.server";
import { fieldText, type Offered, type Suggestions } from "./form-state";

export interface Finder {
  /** Returns the full field text of the one record that matches, or undefined if none or several do. */
  meant(text: string): Promise<string | undefined>;
  suggest(text: string): Promise<Suggestions>;
  /** Error message that asks the user to choose. */
  which(text: string): string;
}

/** Maximum fields that get suggestions at once. */
const maxFields = 10;

/**
 * Returns the form with names resolved and suggestions added. `finderOf` returns the finder of a field that names
 * records.
 */
export async function withChoices<Values>(
  form: ParsedForm<Values>,
  finderOf: (field: string) => Finder | undefined,
): Promise<ParsedForm<Values>> {
  if (form.ok) return form;
  const offersRequested = fieldFound(form.rows);
  const names = offersRequested === undefined ? Object.keys(form.errors).slice(0, maxFields) : [offersRequested];
  const fields = { ...form.fields };
  const errors = { ...form.errors };
  const choices: Record<string, Offered[]> = {};
  for (const name of names) {
    const finder = finderOf(name);
    if (!finder) continue;
    const text = String(fieldText(form, name, "")).trim();
    const meant = await finder.meant(text);
    if (meant !== undefined) fields[name] = meant;
    if (meant !== undefined) continue;
    const { offers, said } = await finder.suggest(text);
    if (offers.length > 0) choices[name] = offers;
    if (offers.length === 0 && offersRequested) errors[name] = text ? said : "Type a part of the name first.";
    if (offers.length > 0 && !offersRequested) errors[name] = finder.which(text.slice(0, 100));
  }
  return {
    ...form,
    fields,
    errors,
    choices,
    status: form.status === 200 && Object.keys(errors).length > 0 ? 400 : form.status,
  };
}
