/** What a form holds. */
import { ownerField } from "~/core/form/form-owner";
import { typedFields } from "~/core/form/form-state";
import { holdsCard } from "~/core/values/cards";

/** What belongs to the page, and not to what somebody typed. */
const ownNames = [ownerField, "key", "revision", "drawn", "back", "shown"];

export function typedIn(form: HTMLFormElement) {
  const data = new FormData(form);
  for (const name of ownNames) data.delete(name);
  return data;
}

/** All of it as one text, to be compared; files by their names. */
export const textOf = (form: HTMLFormElement) =>
  JSON.stringify([...typedIn(form)], (_, value: unknown) => (value instanceof File ? value.name : value));

/** The same before anybody typed, even before scripts ran. */
export function firstTextOf(form: HTMLFormElement) {
  const first = form.cloneNode(true) as HTMLFormElement;
  first.reset();
  return textOf(first);
}

/** What may be kept of it in the browser: no secrets, no files and no numbers of cards but masked ones. */
export function fieldsOf(form: HTMLFormElement) {
  const data = typedIn(form);
  for (const [name, value] of [...data])
    if (typeof value === "string" && (name === "cardNo" ? !isMasked(value) : holdsCard(value))) data.set(name, "");
  return typedFields(data);
}

const isMasked = (number: string) => /^[* ]+\d{4}$/.test(number);

/** Whether there are files in it, or files that were sent ahead, which a button takes back. */
export const hasFiles = (form: HTMLFormElement) =>
  form.querySelector("button[name=remove]") !== null ||
  [...typedIn(form).values()].some((value) => value instanceof File && value.name !== "");
