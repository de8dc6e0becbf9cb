/** The picture of a form: a new upload, the one it had, or none. */
import type { User } from "db/schema";
import { cropOf } from "~/core/values/crop";
import type { ParsedForm } from "~/core/form/form.server";
import { type Frame, ownPictures } from "./files.server";
import { keepUploads, withUploads } from "./pictures.server";

/** A person's picture: a square of enough pixels for twice the largest size it is shown at. */
const portrait: Frame = { side: 256, fit: "cover" };

/**
 * Replaces the picture fields of a form with `image`, the address of the picture: a new upload in its frame, the
 * current picture from the field `name`, or null. Rejects the form if the upload is not an image.
 */
export async function withPicture<Values extends { removePicture?: string; crop?: object }>(
  sent: ParsedForm<Values>,
  by: Pick<User, "id" | "access">,
  frame = portrait,
  name = "image",
): Promise<ParsedForm<Omit<Values, "removePicture" | "crop"> & { image: string | null }>> {
  const { addresses, error } = await keepUploads(sent, {
    field: "picture",
    most: 1,
    tooMany: "Choose one picture.",
    ...frame,
    crop: cropOf(sent.fields),
    by,
  });
  const [had] = sent.fields.removePicture ? [] : await ownPictures([sent.fields[name] ?? ""].flat());
  const image = addresses[0] ?? had ?? null;
  const form = withUploads(sent, "picture", error, { [name]: image ?? "" });
  if (!form.ok) return form;
  const { removePicture: _, crop: __, ...values } = form.values;
  return { ...form, values: { ...values, image } };
}
