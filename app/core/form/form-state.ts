/** Field values as text; an array for fields with several values. */
export type FormFields = Record<string, string | string[]>;

/** Whether a field holds a secret, which is never sent back. */
export const isSecret = (name: string) => /password|^card(?:Number|Cvc)$/i.test(name);

/** A suggested record. */
export interface Offered {
  /** Field text once it is chosen. */
  text: string;
  /** Distinguishes it from records of the same name. */
  note: string;
  /** Values for other fields that the user has not edited; "" leaves a field to the server. */
  fills: Record<string, string>;
  /** Values that overwrite other fields, edited or not. */
  sets?: Record<string, string>;
}

/** Suggestions for the typed text, and a message about them. */
export interface Suggestions {
  offers: Offered[];
  said: string;
}

/** Returns the name of the control that selects a suggestion; its value replaces the typed text. */
export const choiceOf = (name: string) => `choice:${name}`;

/** State of a form after a rejected post. Browser-safe; `form.server.ts` creates it from a request. */
export interface FormState {
  /** Values as typed, without secrets. */
  fields: FormFields;
  /** One error message per field; "" is the whole form. */
  errors: Record<string, string>;
  /** No response arrived, so the form may or may not have been saved. */
  unanswered?: true;
  /** The session has ended, so the user may log in in another tab; "replaced" if someone else has signed in. */
  signedOut?: true | "replaced";
  /** The pressed button saves nothing: it adds a row, searches for a record, or keeps a file. */
  savesNothing?: boolean;
  /** Time of the last edit of a draft restored from browser storage, in milliseconds; nothing was rejected. */
  restored?: number;
  /**
   * Revision the form was loaded with, to be posted again; the record may have a newer one that the user has not seen.
   */
  revision?: number;
  /** One-time key of a create form, to be posted again. */
  key?: string;
  /** Suggestions for ambiguous fields, by field name. */
  choices?: Record<string, Offered[]>;
  /** Amounts that the form shows for these fields, where it shows any. */
  sums?: object;
}

/** Adds to a message that the form's files have to be chosen again, if it has any. */
export const withFilesLost = (sentence: string, form: FormData) =>
  [...form.values()].some((value) => value instanceof File && value.name)
    ? `${sentence} Its files are not kept: choose them again.`
    : sentence;

/**
 * Resolves a conflict page, which posts `field` and `theirs:field`: if `pick:field` is "theirs", the second replaces
 * the first.
 */
export function picked(form: FormData): FormData {
  const taken = new Set(
    [...form]
      .filter(([name, value]) => name.startsWith("pick:") && value === "theirs")
      .map(([name]) => name.slice("pick:".length)),
  );
  if (taken.size === 0) return form;
  const meant = new FormData();
  for (const [name, value] of form) {
    const theirs = name.startsWith("theirs:");
    const field = theirs ? name.slice("theirs:".length) : name;
    if (taken.has(field.split(".")[0] ?? "") === theirs) meant.append(field, value);
  }
  return meant;
}

/** Returns a form that could not be sent or accepted with its values and a message, but without secrets and files. */
export function formStateWith(form: FormData, sentence: string): FormState {
  const [revision, key] = [form.get("revision"), form.get("key")];
  return {
    fields: typedFields(picked(form)),
    errors: { "": withFilesLost(sentence, form) },
    ...(typeof revision === "string" && { revision: Number(revision) }),
    ...(typeof key === "string" && { key }),
  };
}

/** Returns the typed values by field name, without secrets and files. */
export function typedFields(form: FormData): FormFields {
  const fields: FormFields = {};
  for (const name of new Set(form.keys())) {
    const texts = form.getAll(name).filter((value) => typeof value === "string");
    if (texts.length > 0 && !isSecret(name)) fields[name] = texts;
  }
  return fields;
}

/** Maximum size of a picture, in bytes. */
export const maxPictureBytes = 8 * 1024 * 1024;

/** Maximum length of the reason for a change, in characters. */
export const maxNoteLength = 500;

/** Maximum total size of a form's files, in bytes; the server accepts requests of up to 32 MB. */
const maxTotalBytes = 31 * 1024 * 1024;

/** Error message if the files exceed the total size. */
const filesTooLarge = `These files are larger than ${maxTotalBytes / 1024 / 1024} MB together. Choose fewer at once.`;

/** Error message for a file over `largest` bytes; pass `name` if there are several files. */
export const fileTooLarge = (largest: number, name?: string) =>
  `${name ? `“${name}”` : "This file"} is larger than ${largest / 1024 / 1024} MB. Choose a smaller one.`;

/** Returns why these files would be rejected: one is over `largest` bytes, or the total is too large. */
export function uploadSizeError(files: File[], largest: number): string | undefined {
  const tooLarge = files.find(({ size }) => size > largest);
  if (tooLarge && files.length > 1) return `${fileTooLarge(largest, tooLarge.name)} None of these files was taken.`;
  if (tooLarge) return fileTooLarge(largest);
  return files.reduce((sum, { size }) => sum + size, 0) > maxTotalBytes ? filesTooLarge : undefined;
}

/** Error message for an empty file. */
export const emptyFile = (name?: string) => `${name ? `“${name}”` : "This file"} is empty. Choose another one.`;

/** Returns the value of a field: as typed, else the record's. */
export function fieldText(
  form: FormState | undefined,
  name: string,
  otherwise: string | number | readonly string[] | undefined,
) {
  const kept = form && ownValue(form.fields, name);
  return kept === undefined ? otherwise : Array.isArray(kept) ? kept[0] : kept;
}

/** Returns the checked values. A posted form without the field has none checked, whatever the record holds. */
export function fieldValues(
  form: FormState | undefined,
  name: string,
  otherwise: readonly string[],
): readonly string[] {
  if (!form) return otherwise;
  const kept = ownValue(form.fields, name) ?? [];
  return Array.isArray(kept) ? kept : [kept];
}

/** Returns the error message of a field. */
export function fieldError(form: FormState | undefined, name: string) {
  return form && ownValue(form.errors, name);
}

/** Returns the id of a field's control, the link target of the error summary. */
export const fieldId = (name: string) => `field-${name}`;

function ownValue<Value>(record: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
