/** Pictures that come with a form. */
import type { User } from "db/schema";
import type { ParsedForm } from "~/core/form/form.server";
import type { FormFields } from "~/core/form/form-state";
import { type Frame, savePicture } from "./files.server";

interface Uploads extends Frame {
  /** The file field that they came in. */
  field: string;
  /** How many of them are kept. */
  most: number;
  /** Said where more were sent. */
  tooMany: string;
  /** Who sent them. */
  by: Pick<User, "id" | "access">;
}

/**
 * Keeps the pictures that a form brought, in the order in which they were sent: at once, so that none has to be chosen
 * again when another field is wrong. Answers their addresses, and a sentence when there were too many or one of them is
 * no picture; the others are kept all the same.
 */
export async function keepUploads(
  { files }: Pick<ParsedForm<unknown>, "files">,
  { field, most, tooMany, by, ...frame }: Uploads,
): Promise<{ addresses: string[]; error?: string }> {
  const uploads = files[field] ?? [];
  const addresses: string[] = [];
  let error = uploads.length > most ? tooMany : undefined;
  for (const upload of uploads.slice(0, most)) {
    const stored = await savePicture(upload, frame, by);
    if ("address" in stored) addresses.push(stored.address);
    else error ??= stored.error;
  }
  return { addresses, error };
}

/** The same form with other fields in it, refused when something was wrong with its uploads. */
export function withUploads<Values>(
  form: ParsedForm<Values>,
  field: string,
  error: string | undefined,
  changed: FormFields,
): ParsedForm<Values> {
  const fields = { ...form.fields, ...changed };
  if (!error) return { ...form, fields };
  return {
    ...form,
    ok: false,
    status: form.ok || form.status === 200 ? 400 : form.status,
    fields,
    errors: { ...form.errors, [field]: error },
  };
}
