import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { readFields } from "./form-fields.server";
import type { FormState } from "./form-state";

/** A form that was read: either its values by the schema, or what was typed with a message for each field that is wrong. */
export type ParsedForm<Values> = FormState & { files: Record<string, File> } & (
    | { ok: true; values: Values; revision: number }
    | { ok: false; revision: number }
  );

/** A one-time key for a create form. */
export const newFormKey = () => randomUUID();

const keyPattern = /^[0-9a-f-]{36}$/;

/**
 * Reads a posted form. Names such as `lines.3.price` are read into the rows that the schema has there. Fields that the schema does not name are left out, and so are files (they are in `files`) and,
 * from what is given back, passwords. `revision` is 0, which no record has, when the form names none, so that such a form
 * never overwrites anything. Throws a 400 answer when the body is no form at all.
 */
export async function parseForm<Shape extends z.core.$ZodLooseShape>(request: Request, schema: z.ZodObject<Shape>): Promise<ParsedForm<z.output<z.ZodObject<Shape>>>> {
  const form = picked(await readForm(request));
  const { input, fields, twice, nameOf } = readFields(form, schema);
  const result = await schema.safeParseAsync(input);
  const errors = { ...(result.success ? {} : messages(result.error, nameOf)), ...twice };
  const revision = form.get("revision");
  const kept = {
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !/password/i.test(name))),
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
  const type = request.headers.get("Content-Type") ?? "";
  const form = await (type.startsWith("multipart/form-data") ? multipartForm(request, type) : plainForm(request)).catch(() => {
    throw data({ message: "The form arrived damaged. Go back and send it again." }, 400);
  });
  if (!form) throw data({ message: `That form has too many fields: at most ${mostFields} can be sent at once.` }, 413);
  return form;
}

// Both answer nothing when there are too many fields. They are counted before they are read: reading half a million of them
// would hold up everybody.

async function plainForm(request: Request): Promise<FormData | undefined> {
  const text = await request.text();
  if (text.split("&", mostFields + 2).length > mostFields) return undefined;
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

async function multipartForm(request: Request, type: string): Promise<FormData | undefined> {
  const body = Buffer.from(await request.arrayBuffer());
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = `--${quoted ?? plain ?? ""}`;
  let parts = -1; // the last one only ends the form
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at + boundary.length)) {
    if (++parts > mostFields) return undefined;
  }
  return new Response(body, { headers: { "Content-Type": type } }).formData();
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
export function messages(error: z.core.$ZodError, nameOf = (path: PropertyKey[]) => String(path[0] ?? "")): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of error.issues) found[nameOf(issue.path)] ??= issue.message;
  return found;
}
