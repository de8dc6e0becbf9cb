import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { z } from "zod";
import type { FormFields, FormState } from "./form-state";

/** A form that was read: either its values by the schema, or what was typed with a message for each field that is wrong. */
export type ParsedForm<Values> = FormState & { files: Record<string, File> } & (
    | { ok: true; values: Values; revision: number }
    | { ok: false; revision: number }
  );

/** A one-time key for a create form. */
export const newFormKey = () => randomUUID();

const keyPattern = /^[0-9a-f-]{36}$/;

/**
 * Reads a posted form. Fields that the schema does not name are left out, and so are files (they are in `files`) and,
 * from what is given back, passwords. `revision` is 0, which no record has, when the form names none, so that such a form
 * never overwrites anything. Throws a 400 answer when the body is no form at all.
 */
export async function parseForm<Shape extends z.core.$ZodLooseShape>(request: Request, schema: z.ZodObject<Shape>): Promise<ParsedForm<z.output<z.ZodObject<Shape>>>> {
  const form = picked(await readForm(request));
  const input: FormFields = {};
  const twice: Record<string, string> = {};
  for (const [name, rule] of Object.entries(schema.shape)) {
    const given = form.getAll(name).filter((value) => typeof value === "string");
    if (takesMany(rule)) input[name] = given;
    else if (given[0] !== undefined) input[name] = given[0];
    if (!takesMany(rule) && given.length > 1) twice[name] = "This field was sent twice. Send it once.";
  }

  const result = await schema.safeParseAsync(input);
  const errors = { ...(result.success ? {} : messages(result.error)), ...twice };
  const revision = form.get("revision");
  const kept = {
    fields: Object.fromEntries(Object.entries(input).filter(([name]) => !/password/i.test(name))),
    errors,
    files: files(form),
    revision: typeof revision === "string" && /^\d{1,9}$/.test(revision) ? Number(revision) : 0,
    key: formKey(form.get("key")),
  };
  return result.success && Object.keys(errors).length === 0 ? { ok: true, values: result.data, ...kept } : { ok: false, ...kept };
}

/** No form of ours has more fields than this. */
const mostFields = 2_000;

/** The body as form data. Throws a 400 answer when it is none, and a 413 when it has too many fields. */
export async function readForm(request: Request): Promise<FormData> {
  const form = await (isMultipart(request) ? request.formData() : plainForm(await request.text())).catch(() => {
    throw data({ message: "The form arrived damaged. Go back and send it again." }, 400);
  });
  if (!form || [...form].length > mostFields) throw data({ message: `That form has too many fields: at most ${mostFields} can be sent at once.` }, 413);
  return form;
}

const isMultipart = (request: Request) => request.headers.get("Content-Type")?.startsWith("multipart/form-data");

/** Fields are counted before they are read: reading half a million of them would hold up everybody. */
async function plainForm(text: string): Promise<FormData | undefined> {
  if (text.split("&", mostFields + 2).length > mostFields) return undefined;
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

/** A conflict page sends two versions of a field, `field` and `theirs:field`; where `pick:field` says "theirs", the second is meant. */
function picked(form: FormData): FormData {
  const taken = new Set([...form].filter(([name, value]) => name.startsWith("pick:") && value === "theirs").map(([name]) => name.slice("pick:".length)));
  if (taken.size === 0) return form;
  const meant = new FormData();
  for (const [name, value] of form) {
    const theirs = name.startsWith("theirs:");
    const field = theirs ? name.slice("theirs:".length) : name;
    if (taken.has(field.split(".")[0] ?? "") === theirs) meant.append(field, value);
  }
  return meant;
}

function formKey(value: FormDataEntryValue | null) {
  return typeof value === "string" && keyPattern.test(value) ? value : undefined;
}

function files(form: FormData): Record<string, File> {
  const chosen = [...form].filter((entry): entry is [string, File] => entry[1] instanceof File && entry[1].size > 0);
  return Object.fromEntries(chosen);
}

/** The answer to a form that was not saved: what was typed, and a message for each field that is wrong. */
export function unsaved({ fields, errors, revision, key }: FormState, more: Record<string, string> = {}, status = 400) {
  const form: FormState = { fields, errors: { ...errors, ...more }, revision, key };
  return data({ form }, status);
}

/** One message for each field: the first that Zod found. */
export function messages(error: z.core.$ZodError): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of error.issues) found[String(issue.path[0] ?? "")] ??= issue.message;
  return found;
}

function takesMany(rule: unknown): boolean {
  if (rule instanceof z.ZodArray) return true;
  if (rule instanceof z.ZodOptional || rule instanceof z.ZodDefault) return takesMany(rule.unwrap());
  return rule instanceof z.ZodPipe && takesMany(rule.in);
}
