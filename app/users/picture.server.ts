import { isOwnPicture, savePicture } from "~/files/files.server";
import type { ParsedForm } from "~/lib/form.server";

/** Sides of a person's picture, in pixels: enough for twice the largest size it is shown at. */
const side = 256;

/**
 * The same form with the picture that it means: a new upload, the one it had, or none (`image: null`). An upload is kept at once
 * and its address goes back into the form's fields, so that it is not lost when another field is wrong. A form whose upload is
 * no picture is refused.
 */
export async function withPicture<Values extends { removePicture?: string }>(form: ParsedForm<Values>): Promise<ParsedForm<Omit<Values, "removePicture"> & { image: string | null }>> {
  const { address, error } = await readUpload(form.files.picture ?? []);
  const wanted = address ?? (form.fields.removePicture ? undefined : form.fields.image);
  const image = typeof wanted === "string" && (await isOwnPicture(wanted)) ? wanted : null;
  const fields = { ...form.fields, image: image ?? "" };
  if (error) return { ...form, ok: false, status: form.ok ? 400 : form.status, fields, errors: { ...form.errors, picture: error } };
  if (!form.ok) return { ...form, fields };
  const { removePicture: _, ...values } = form.values;
  return { ...form, fields, values: { ...values, image } };
}

async function readUpload([upload, second]: File[]): Promise<{ address?: string; error?: string }> {
  if (second) return { error: "Choose one picture." };
  return upload ? savePicture(upload, side, "cover") : {};
}
