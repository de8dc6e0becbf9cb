/**
 * Adds, removes and moves rows without JavaScript: buttons named `rows` post the whole form, which is returned with its
 * rows changed. Buttons that search for a record (`choices.server.ts`) or show sums leave the rows alone.
 */
import type { ReadFields } from "./form-fields.server";
import type { FormFields } from "./form-state";
import { maxRows, noMoreRows, rearrange, type RowAct } from "./rows";

/** The form to return after such a button. */
interface Pressed {
  fields: FormFields;
  /** Errors by list name, if nothing changed. */
  errors: Record<string, string>;
}

const addButton = /^add:(.+)$/;
const rowButton = /^(remove|up|down):(.+)\.(\d{1,6})$/;

/** The button that shows the form again with its sums. */
const showSums = "sums";

/** Returns the field of a button such as `find:customer`. */
export const fieldFound = (button = "") => /^find:(.+)$/.exec(button)?.[1];

/**
 * Applies a button: `add:lines`, `remove:lines.3`, `up:lines.3` or `down:lines.3`. The number is the row's number in
 * field names, or an index in a list of texts; unknown buttons and lists return an error.
 */
export function pressRows(button: string, { fields, lists }: Pick<ReadFields, "fields" | "lists">): Pressed {
  if (fieldFound(button) || button === showSums) return { fields, errors: {} };
  const [, added] = addButton.exec(button) ?? [];
  const [, act, changed, number] = rowButton.exec(button) ?? [];
  const name = added ?? changed ?? "";
  const list = lists.get(name);
  if (!list)
    return {
      fields,
      errors: { "": "This button is not one of this form. Nothing was saved: press one of the form's own." },
    };
  const items = "texts" in list ? list.texts : list.numbers;
  if (added && items.length >= maxRows) return { fields, errors: { [name]: noMoreRows } };

  if ("texts" in list) {
    const texts = added ? [...list.texts, ""] : rearrange(list.texts, act as RowAct, Number(number));
    return { fields: { ...fields, [name]: texts }, errors: {} };
  }
  const { numbers, first } = list;
  if (!added)
    return {
      fields: reorderRows(fields, name, rearrange(numbers, act as RowAct, numbers.indexOf(Number(number)))),
      errors: {},
    };
  // A new row exists only by a field name, so it needs at least one field.
  return { fields: { ...fields, [`${name}.${freeNumber(numbers)}.${first}`]: "" }, errors: {} };
}

/** Returns the fields with the list's rows in this order; other rows of the list are removed. */
function reorderRows(fields: FormFields, list: string, numbers: number[]): FormFields {
  const rows = new Map<string, [string, string | string[]][]>(numbers.map((number) => [String(number), []]));
  const others = Object.entries(fields).filter(([name, value]) => {
    if (!name.startsWith(`${list}.`)) return true;
    rows.get(name.slice(list.length + 1).split(".")[0] ?? "")?.push([name, value]);
    return false;
  });
  return Object.fromEntries([...others, ...[...rows.values()].flat()]);
}

function freeNumber(numbers: number[]): number {
  let number = numbers.length;
  while (numbers.includes(number)) number++;
  return number;
}
