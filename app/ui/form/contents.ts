/** What a form holds now. */
import { typedFields } from "~/core/form/form-state";

/** All of it as one text, to be compared; files by their names. */
export const textOf = (form: HTMLFormElement) =>
  JSON.stringify([...new FormData(form)], (_, value: unknown) => (value instanceof File ? value.name : value));

/** The same to be kept in the browser: without secrets, files, the numbers of cards and what belongs to the page. */
export function fieldsOf(form: HTMLFormElement) {
  const data = new FormData(form);
  for (const name of ["key", "revision", "cardNo"]) data.delete(name);
  return typedFields(data);
}

export const hasFiles = (form: HTMLFormElement) =>
  [...new FormData(form).values()].some((value) => value instanceof File && value.name !== "");

/** Whether somebody typed before scripts ran: a field then shows something else than the page said. */
export const isTyped = (form: HTMLFormElement) =>
  [...form.elements].some(
    (field) =>
      (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue) ||
      (field instanceof HTMLInputElement &&
        (field.value !== field.defaultValue || field.checked !== field.defaultChecked)),
  );
