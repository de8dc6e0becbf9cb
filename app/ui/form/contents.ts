/** What a form holds now. */
import { typedFields } from "~/core/form/form-state";

/** The names that belong to the page, and not to what somebody typed. */
const ownNames = new Set(["key", "revision"]);

const typed = (form: HTMLFormElement) => [...new FormData(form)].filter(([name]) => !ownNames.has(name));

/** All of it as one text, to be compared; files by their names. */
export const textOf = (form: HTMLFormElement) =>
  JSON.stringify(typed(form).map(([name, value]) => [name, typeof value === "string" ? value : value.name]));

/** The same to be kept in the browser: without secrets, files and the numbers of cards. */
export function fieldsOf(form: HTMLFormElement) {
  const data = new FormData(form);
  for (const name of [...ownNames, "cardNo"]) data.delete(name);
  return typedFields(data);
}

export const hasFiles = (form: HTMLFormElement) =>
  typed(form).some(([, value]) => value instanceof File && value.name !== "");

/** Whether somebody typed before scripts ran: a field then shows something else than the page said. */
export const isTyped = (form: HTMLFormElement) =>
  [...form.elements].some(
    (field) =>
      (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue) ||
      (field instanceof HTMLInputElement &&
        (field.value !== field.defaultValue || field.checked !== field.defaultChecked)),
  );
