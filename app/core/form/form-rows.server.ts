/**
 * Buttons named `rows` add, remove and move rows without JavaScript: they send the whole form, and get it back with its
 * rows changed. One that finds what a field means (`choices.server.ts`) changes none.
 */
import type { ReadFields } from "./form-fields.server";
import type { FormFields } from "./form-state";
import { maxRows, noMoreRows, rearranged, type RowAct } from "./rows";

/** What a form goes back with after such a button. */
interface Pressed {
  fields: FormFields;
  /** Why nothing changed, by the list. */
  errors: Record<string, string>;
}

const addButton = /^add:(.+)$/;
const rowButton = /^(remove|up|down):(.+)\.(\d{1,6})$/;

/** The field that a button such as `find:customer` is about. */
export const fieldFound = (button = "") => /^find:(.+)$/.exec(button)?.[1];

/**
 * Does what a button says: `add:lines`, `remove:lines.3`, `up:lines.3` or `down:lines.3`. The number is the row's in
 * the names of its fields, and in a list of plain texts the place, from 0. What is no such button, or of no list of the
 * schema, changes nothing and says so.
 */
export function pressRows(button: string, { fields, lists }: Pick<ReadFields, "fields" | "lists">): Pressed {
  if (fieldFound(button)) return { fields, errors: {} };
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
    const texts = added ? [...list.texts, ""] : rearranged(list.texts, act as RowAct, Number(number));
    return { fields: { ...fields, [name]: texts }, errors: {} };
  }
  const { numbers, first } = list;
  if (!added)
    return {
      fields: inOrder(fields, name, rearranged(numbers, act as RowAct, numbers.indexOf(Number(number)))),
      errors: {},
    };
  // A new row is there by its name alone: without one field of it, nobody would know of it.
  return { fields: { ...fields, [`${name}.${freeNumber(numbers)}.${first}`]: "" }, errors: {} };
}

/** The fields with a list's rows in this order, and without the rows that are not in it. */
function inOrder(fields: FormFields, list: string, numbers: number[]): FormFields {
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
