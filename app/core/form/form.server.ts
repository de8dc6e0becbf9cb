import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { requestContext } from "~/core/http/request-context.server";
import { readFields } from "./form-fields.server";
import { pressRows } from "./form-rows.server";
import { ownerField } from "./form-owner";
import { choiceOf, emptyFile, fileTooLarge, type FormFields, type FormState, isSecret } from "./form-state";
import { readMultipart, tooManyFields, TooMuch, tooMuchText } from "./multipart.server";
import { errorMessages } from "~/core/values/error-messages.server";
import { safeName } from "~/core/values/file-name.server";

/**
 * A form that was read: either its values by the schema, or what was typed with a message for each field that is wrong.
 * A button that changes rows makes it one that is not saved either, with nothing wrong: `unsaved` shows it again, with
 * status 200.
 */
export type ParsedForm<Values> = FormState & {
  /** Every file by its field, in the order they were sent. */
  files: Record<string, File[]>;
  /** It takes its record out of the trash. */
  restore: boolean;
} & (
    | { ok: true; values: Values; revision: number; rows?: undefined }
    | {
        ok: false;
        revision: number;
        status: 200 | 400 | 413;
        /** The button that was pressed, such as `add:lines`, and that has changed the rows in `fields` already. */
        rows?: string;
      }
  );

/** A one-time key for a create form. */
export const newFormKey = () => randomUUID();

const keyPattern = /^[0-9a-f-]{36}$/;

/**
 * Reads a posted form. Names such as `lines.3.price` are read into the rows that the schema has there. Fields that the
 * schema does not name are left out, and so are files (they are in `files`) and, from what is given back, secrets.
 * `revision` is 0, which no record has, when the form names none, so that such a form never overwrites anything. Files
 * are passed over, unless it is said how `largest` one may be, in bytes: a larger one, or one that is empty, is refused
 * beside its field, and the rest of the form is kept. Throws a 400 answer when the body is no form at all.
 */
export async function parseForm<Shape extends z.core.$ZodLooseShape>(
  request: Request,
  schema: z.ZodObject<Shape>,
  largest = 0,
): Promise<ParsedForm<z.output<z.ZodObject<Shape>>>> {
  const { form: sent, tooLarge } = await readBody(request, largest);
  const form = chosen(picked(sent));
  const read = readFields(form, schema);
  const refusedFiles = largest ? fileErrors(form, tooLarge, largest) : {};
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
  const status = largest && tooLarge.size > 0 ? 413 : hasErrors ? 400 : 200;
  return { ok: false, status, rows: pressed && button, savesNothing: Boolean(pressed), ...remembered };
}

const withoutSecrets = (fields: FormFields): FormFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isSecret(name)));

function revisionOf(form: FormData): number {
  const revision = form.get("revision");
  return typeof revision === "string" && /^\d{1,9}$/.test(revision) ? Number(revision) : 0;
}

/** No form of ours has more fields than this. */
const maxFields = 2_000;
/** Nor more text; in bytes. */
const maxText = 1024 * 1024;

/**
 * The body as form data, without its files. Throws a 400 answer when it is none, and a 413 when it has too many fields
 * or too much text.
 */
export async function readForm(request: Request): Promise<FormData> {
  return (await readBody(request, 0)).form;
}

interface Body {
  form: FormData;
  /** The files whose bytes are left out because they are too many. */
  tooLarge: Set<File>;
}

async function readBody(request: Request, largest: number): Promise<Body> {
  const type = request.headers.get("Content-Type") ?? "";
  const multipart = /^multipart\/form-data\b/i.test(type);
  const reading = multipart
    ? readMultipart(request, type, { fields: maxFields, text: maxText, file: largest })
    : readPlain(request);
  const body = await reading.catch((error: unknown) => {
    if (error instanceof TooMuch) throw data({ message: error.message }, 413);
    throw data({ message: "The form arrived damaged. Go back and send it again." }, 400);
  });
  body.form.delete(ownerField); // it was looked at before, and is no field of any form
  const context = requestContext();
  if (context) context.sentForm = body.form;
  await context?.assertStillAdmitted?.(); // it may have taken minutes to arrive
  return body;
}

/** Fields are counted before they are read: reading half a million of them would hold up everybody. */
async function readPlain(request: Request): Promise<Body> {
  const text = await request.text();
  if (text.length > maxText) throw tooMuchText(maxText);
  if (text.split("&", maxFields + 2).length > maxFields) throw tooManyFields(maxFields);
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return { form, tooLarge: new Set() };
}

/**
 * A conflict page sends two versions of a field, `field` and `theirs:field`; where `pick:field` says "theirs", the
 * second is meant.
 */
function picked(form: FormData): FormData {
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

/** What was chosen for a field stands in place of what was typed into it. */
function chosen(form: FormData): FormData {
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
    if (!(value instanceof File) || value.size === 0) continue; // one without a name stands for none, others are refused
    chosen.set(name, [...(chosen.get(name) ?? []), value]);
  }
  return Object.fromEntries(chosen);
}

/** So many files of a field are named that were not taken. */
const maxNamed = 5;

/** Why files were not taken, by their fields: they are too large, or have a name and nothing in it. */
function fileErrors(form: FormData, tooLarge: Set<File>, largest: number): Record<string, string> {
  const why: Record<string, string[]> = {};
  for (const [field, file] of form) {
    if (!(file instanceof File)) continue;
    const isTooLarge = tooLarge.has(file);
    if (!isTooLarge && (file.size > 0 || file.name === "")) continue;
    const name = form.getAll(field).length > 1 ? safeName(file.name) : undefined;
    (why[field] ??= []).push(isTooLarge ? fileTooLarge(largest, name) : emptyFile(name));
  }
  return Object.fromEntries(Object.entries(why).map(([field, all]) => [field, all.slice(0, maxNamed).join(" ")]));
}

/**
 * The answer to a form that was not saved, which every page reads as `form`: what was typed, and a message for each
 * field that is wrong.
 */
export function rejectForm(
  refused: FormState & { status?: 200 | 400 | 413 },
  more: Record<string, string> = {},
  init: number | ResponseInit = refused.status ?? 400,
) {
  return data({ form: formState(refused, more) }, init);
}

/** What the browser is told of a form that was not saved. */
export function formState(refused: FormState, more: Record<string, string> = {}): FormState {
  const { fields, errors, revision, key, choices, savesNothing } = refused;
  return { fields, errors: { ...errors, ...more }, revision, key, choices, savesNothing };
}

/** Names of kinds of values, for the message that another kind was sent. */
