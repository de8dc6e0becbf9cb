import { isOwnPicture, savePicture } from "~/files/files.server";
import type { ParsedForm } from "~/lib/form.server";

/** Sides of a person's picture, in pixels: enough for twice the largest size it is shown at. */
const side = 256;

/**
 * The picture that a user form means: a new upload, the one it had, or none. An upload is kept at once and its address goes
 * back into the form's fields, so that it is not lost when another field is wrong. `errors` says what is wrong with it.
 */
export async function readPicture(form: ParsedForm<unknown>): Promise<{ image: string | null; errors: Record<string, string> }> {
  const upload = form.files.picture;
  const saved = upload && (await savePicture(upload, side, "cover"));
  const wanted = saved && "address" in saved ? saved.address : form.fields.image;
  const keeps = typeof wanted === "string" && (saved || !form.fields.removePicture) && (await isOwnPicture(wanted));
  const image = keeps ? wanted : null;
  form.fields.image = image ?? "";
  return { image, errors: saved && "error" in saved ? { picture: saved.error } : {} };
}
