/** Reads the contents of forms. */
import { ownerField } from "~/core/form/form-owner";
import { typedFields } from "~/core/form/form-state";
import { holdsCard } from "~/core/values/cards";

/** Fields that belong to the page instead of the user's input. */
const ownNames = [ownerField, "key", "revision", "drawn", "back", "shown"];

export function typedIn(form: HTMLFormElement) {
  const data = new FormData(form);
  for (const name of ownNames) data.delete(name);
  return data;
}

/** Returns all user input as one text for comparison; files count by their names. */
export const textOf = (form: HTMLFormElement) =>
  JSON.stringify([...typedIn(form)], (_, value: unknown) => (value instanceof File ? value.name : value));

/** Returns the initial input of the form, even if someone typed before scripts ran. */
export function firstTextOf(form: HTMLFormElement) {
  const first = form.cloneNode(true) as HTMLFormElement;
  first.reset();
  return textOf(first);
}

/**
 * Returns the fields that may be stored in the browser: no secrets, no files and no card numbers unless they are
 * masked.
 */
export function fieldsOf(form: HTMLFormElement) {
  const data = typedIn(form);
  for (const [name, value] of [...data])
    if (typeof value === "string" && (name === "cardNo" ? !isMasked(value) : holdsCard(value))) data.set(name, "");
  return typedFields(data);
}

const isMasked = (number: string) => /^[* ]+\d{4}$/.test(number);

/** Whether the form has files, including attachments that were already uploaded. */
export const hasFiles = (form: HTMLFormElement) =>
  form.querySelector("button[name=remove]") !== null ||
  [...typedIn(form).values()].some((value) => value instanceof File && value.name !== "");
