/** Pictures uploaded with a form. */
import type { User } from "db/schema";
import type { ParsedForm } from "~/core/form/form.server";
import type { FormFields } from "~/core/form/form-state";
import { type Frame, savePicture } from "./files.server";

interface Uploads extends Frame {
  /** Name of the file field. */
  field: string;
  /** Maximum number of pictures. */
  most: number;
  /** Error message if there are more. */
  tooMany: string;
  /** User who uploads them. */
  by: Pick<User, "id" | "access">;
}

/**
 * Stores the pictures of a form at once, so that they need not be chosen again if another field is invalid. Returns
 * their paths in order, and an error if there were too many or one is invalid; the others are stored all the same.
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

/** Returns the form with changed fields, rejected if an upload failed. */
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
