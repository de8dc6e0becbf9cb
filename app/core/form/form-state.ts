/** A form's values as text, by field; a list for fields that may be ticked more than once. */
export type FormFields = Record<string, string | string[]>;

/** Whether a field holds a secret: what was typed into it never comes back. */
export const isSecret = (name: string) => /password|^card(?:Number|Cvc)$/i.test(name);

/** A record that a field may name. */
export interface Offered {
  /** What the field says then. */
  text: string;
  /** What tells it from another of the same name. */
  note: string;
  /**
   * What it says in the fields beside, where nobody wrote something else there; an empty text leaves it to the server.
   */
  fills: Record<string, string>;
  /** What it says there whatever was there. */
  sets?: Record<string, string>;
}

/** What a field offers for what was typed into it, with what there is to be said of it. */
export interface Suggestions {
  offers: Offered[];
  said: string;
}

/** The name of the control that chooses what a field means: what it says counts before what was typed. */
export const choiceOf = (name: string) => `choice:${name}`;

/** What a form remembers after it was sent and refused. Browser-safe; `form.server.ts` makes it from a request. */
export interface FormState {
  /** What was typed. Never holds secrets. */
  fields: FormFields;
  /** One sentence for each field that is wrong; the name "" is the whole form. */
  errors: Record<string, string>;
  /** Nobody knows whether it was saved: no answer came. Nothing says then that it was not. */
  unanswered?: true;
  /** Its writer is not signed in any more, and can log in in another window meanwhile; somebody else may be by now. */
  signedOut?: true | "replaced";
  /** The button that was pressed saves nothing: it adds a row, finds somebody, or keeps a file. */
  savesNothing?: boolean;
  /** A draft that the browser kept, and when it was typed last, in milliseconds: nothing was refused. */
  restored?: number;
  /**
   * The revision that the form was made from, which it must send again: the record may have a newer one by now, that
   * nobody saw in this form.
   */
  revision?: number;
  /** A create form's one-time key, which it must send again. */
  key?: string;
  /** What fields may mean that do not say it clearly, by their names. */
  choices?: Record<string, Offered[]>;
}

/** Adds to a sentence, where files were chosen in a form, that it comes back without them. */
export const withFilesLost = (sentence: string, form: FormData) =>
  [...form.values()].some((value) => value instanceof File && value.name)
    ? `${sentence} Its files are not kept: choose them again.`
    : sentence;

/**
 * A form that could not be sent, or not be taken, as it was typed, with a sentence above it. Without its secrets and
 * files.
 */
export function asTyped(form: FormData, sentence: string): FormState {
  const [revision, key] = [form.get("revision"), form.get("key")];
  return {
    fields: typedFields(form),
    errors: { "": withFilesLost(sentence, form) },
    ...(typeof revision === "string" && { revision: Number(revision) }),
    ...(typeof key === "string" && { key }),
  };
}

/** What was typed into a form, by the names of its fields. Without its secrets and files. */
export function typedFields(form: FormData): FormFields {
  const fields: FormFields = {};
  for (const name of new Set(form.keys())) {
    const texts = form.getAll(name).filter((value) => typeof value === "string");
    if (texts.length > 0 && !isSecret(name)) fields[name] = texts;
  }
  return fields;
}

/** How large a picture may be, in bytes. */
export const maxPictureBytes = 8 * 1024 * 1024;

/** How long the reason for a change may be, in characters. */
export const maxNoteLength = 500;

/** How large the files of one form may be together, in bytes: the server takes no form of more than 32 MB. */
const maxTotalBytes = 31 * 1024 * 1024;

/** What is said beside a field whose files have more bytes together than one form may. */
const filesTooLarge = `These files are larger than ${maxTotalBytes / 1024 / 1024} MB together. Choose fewer at once.`;

/** What is said beside a field whose file has more bytes than it may; with its name, where others were chosen too. */
export const fileTooLarge = (largest: number, name?: string) =>
  `${name ? `“${name}”` : "This file"} is larger than ${largest / 1024 / 1024} MB. Choose a smaller one.`;

/**
 * Why these files need not be sent at all, as a sentence: one of them is larger than `largest` bytes, or all of them
 * are too large together.
 */
export function uploadSizeError(files: File[], largest: number): string | undefined {
  const tooLarge = files.find(({ size }) => size > largest);
  if (tooLarge && files.length > 1) return `${fileTooLarge(largest, tooLarge.name)} None of these files was taken.`;
  if (tooLarge) return fileTooLarge(largest);
  return files.reduce((sum, { size }) => sum + size, 0) > maxTotalBytes ? filesTooLarge : undefined;
}

/** What is said of a file without a single byte. */
export const emptyFile = (name?: string) => `${name ? `“${name}”` : "This file"} is empty. Choose another one.`;

/** The text that a field shows: what was typed, else the record's own. */
export function fieldText(
  form: FormState | undefined,
  name: string,
  otherwise: string | number | readonly string[] | undefined,
) {
  const kept = form && ownValue(form.fields, name);
  return kept === undefined ? otherwise : Array.isArray(kept) ? kept[0] : kept;
}

/** The values that are ticked. A form that was sent without the field has none ticked, whatever the record says. */
export function fieldValues(
  form: FormState | undefined,
  name: string,
  otherwise: readonly string[],
): readonly string[] {
  if (!form) return otherwise;
  const kept = ownValue(form.fields, name) ?? [];
  return Array.isArray(kept) ? kept : [kept];
}

/** What is wrong with a field, as a sentence. */
export function fieldError(form: FormState | undefined, name: string) {
  return form && ownValue(form.errors, name);
}

/** The id of a field's control, which the error summary leads to. */
export const fieldId = (name: string) => `field-${name}`;

function ownValue<Value>(record: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
