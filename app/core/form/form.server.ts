import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { requestContext } from "~/core/http/request-context.server";
import { readFields } from "./form-fields.server";
import { pressRows } from "./form-rows.server";
import { ownerField } from "./form-owner";
import { choiceOf, emptyFile, fileTooLarge, type FormFields, type FormState, isSecret, picked } from "./form-state";
import { type ParsedBody, readMultipart, tooManyFields, TooMuch, tooMuchText } from "./multipart.server";
import { errorMessages } from "~/core/values/error-messages.server";
import { safeName } from "~/core/values/file-name.server";

/**
 * A parsed form: its valid values, or the typed values with errors by field. After a row button it is invalid without
 * errors, and shown again with status 200.
 */
export type ParsedForm<Values> = FormState & {
  /** Files by field, in the order sent. */
  files: Record<string, File[]>;
  /** Saving it restores its record from the trash. */
  restore: boolean;
} & (
    | { ok: true; values: Values; revision: number; rows?: undefined }
    | {
        ok: false;
        revision: number;
        status: 200 | 400 | 413;
        /** The row button that was pressed, such as `add:lines`; `fields` already has the changed rows. */
        rows?: string;
      }
  );

/** Returns a one-time key for a create form. */
export const newFormKey = () => randomUUID();

const keyPattern = /^[0-9a-f-]{36}$/;

/**
 * Parses a posted form (or one already read) by the schema, with rows from names such as `lines.3.price`; unknown
 * fields are dropped, and secrets are never returned in `fields`. Without a valid revision, `revision` is 0, which
 * matches no record; files over `largest` bytes are rejected per field, and throws a 400 response if the body is not a
 * form.
 */
export async function parseForm<Shape extends z.core.$ZodLooseShape>(
  source: Request | FormData,
  schema: z.ZodObject<Shape>,
  largest = 0,
): Promise<ParsedForm<z.output<z.ZodObject<Shape>>>> {
  const {
    form: sent,
    tooLarge,
    tooMany,
  } = source instanceof FormData ? withoutFiles(source) : await readBody(source, largest);
  const form = applySuggestions(picked(sent));
  const read = readFields(form, schema);
  const refusedFiles = largest ? fileErrors(form, { tooLarge, tooMany }, largest) : {};
  const button = form.has("rows") ? String(form.get("rows")) : undefined;
  const pressed = button === undefined ? undefined : pressRows(button, read);
  const result = pressed ? undefined : await schema.safeParseAsync(read.input);
  const wrong = pressed
    ? pressed.errors
    : { ...(result?.error && errorMessages(result.error, read.nameOf)), ...read.twice };
  const remembered = {
    fields: withoutSecrets((pressed ?? read).fields),
    errors: { ...wrong, ...refusedFiles },
    files: files(form),
    revision: revisionOf(form),
    key: formKey(form.get("key")),
    restore: Boolean(form.get("restore")),
  };
  const hasErrors = Object.keys(remembered.errors).length > 0;
  if (result?.success && !hasErrors) return { ok: true, values: result.data, ...remembered };
  const status = largest && tooLarge.size + tooMany.size > 0 ? 413 : hasErrors ? 400 : 200;
  return { ok: false, status, rows: pressed && button, savesNothing: Boolean(pressed), ...remembered };
}

const withoutSecrets = (fields: FormFields): FormFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isSecret(name)));

function revisionOf(form: FormData): number {
  const revision = form.get("revision");
  return typeof revision === "string" && /^\d{1,9}$/.test(revision) ? Number(revision) : 0;
}

/** Maximum fields of a form. */
const maxFields = 2_000;
/** Maximum files of a form, above the number that any form accepts. */
const maxFiles = 20;
/** Maximum text of a form, in bytes. */
const maxText = 1024 * 1024;

/**
 * Returns the body as form data without files. Throws a 400 response if it is not a form, and a 413 if it has too many
 * fields or too much text.
 */
export async function readForm(request: Request): Promise<FormData> {
  return (await readBody(request, 0)).form;
}

async function readBody(request: Request, largest: number): Promise<ParsedBody> {
  const type = request.headers.get("Content-Type") ?? "";
  const multipart = /^multipart\/form-data\b/i.test(type);
  const reading = multipart
    ? readMultipart(request, type, { fields: maxFields, text: maxText, file: largest, files: maxFiles })
    : readPlain(request);
  const body = await reading.catch((error: unknown) => {
    if (error instanceof TooMuch) throw data({ message: error.message }, 413);
    throw data({ message: "The form arrived damaged. Go back and send it again." }, 400);
  });
  body.form.delete(ownerField); // already checked, and not part of any schema
  const context = requestContext();
  if (context) context.sentForm = body.form;
  await context?.assertStillAdmitted?.(); // the body may have taken minutes to arrive
  return body;
}

const withoutFiles = (form: FormData): ParsedBody => ({ form, tooLarge: new Set(), tooMany: new Set() });

/** Counts the fields before parsing: parsing half a million would block the event loop. */
async function readPlain(request: Request): Promise<ParsedBody> {
  const text = await request.text();
  if (text.length > maxText) throw tooMuchText(maxText);
  if (text.split("&", maxFields + 2).length > maxFields) throw tooManyFields(maxFields);
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return withoutFiles(form);
}

/** Replaces typed text by the chosen suggestion. */
function applySuggestions(form: FormData): FormData {
  for (const [name, value] of [...form])
    if (name.startsWith(choiceOf("")) && value !== "") form.set(name.slice(choiceOf("").length), value);
  return form;
}

function formKey(value: FormDataEntryValue | null) {
  return typeof value === "string" && keyPattern.test(value) ? value : undefined;
}

function files(form: FormData): Record<string, File[]> {
  const chosen = new Map<string, File[]>();
  for (const [name, value] of form) {
    if (!(value instanceof File) || value.size === 0) continue; // no file was chosen; empty files are reported elsewhere
    chosen.set(name, [...(chosen.get(name) ?? []), value]);
  }
  return Object.fromEntries(chosen);
}

/** Maximum rejected files per field that the error message names. */
const maxNamed = 5;

/** Returns the errors of files that are too large or empty, by field. */
function fileErrors(
  form: FormData,
  { tooLarge, tooMany }: Pick<ParsedBody, "tooLarge" | "tooMany">,
  largest: number,
): Record<string, string> {
  const messages: Record<string, string[]> = {};
  for (const [field, file] of form) {
    if (!(file instanceof File)) continue;
    if (tooMany.has(file)) {
      messages[field] = [`At most ${maxFiles} files can be sent at once. Choose fewer.`];
      continue;
    }
    const isTooLarge = tooLarge.has(file);
    if (!isTooLarge && (file.size > 0 || file.name === "")) continue;
    const name = form.getAll(field).length > 1 ? safeName(file.name) : undefined;
    (messages[field] ??= []).push(isTooLarge ? fileTooLarge(largest, name) : emptyFile(name));
  }
  return Object.fromEntries(Object.entries(messages).map(([field, all]) => [field, all.slice(0, maxNamed).join(" ")]));
}

/** Returns the response to a rejected form, which every page reads as `form`: the typed values, and errors by field. */
export function rejectForm(
  refused: FormState & { status?: 200 | 400 | 413 },
  more: Record<string, string> = {},
  init: number | ResponseInit = refused.status ?? 400,
) {
  return data({ form: formState(refused, more) }, init);
}

/** Returns the form state that is sent to the browser. */
export function formState(refused: FormState, more: Record<string, string> = {}): FormState {
  const { fields, errors, revision, key, choices, savesNothing, sums } = refused;
  return { fields, errors: { ...errors, ...more }, revision, key, choices, savesNothing, ...(sums && { sums }) };
}
