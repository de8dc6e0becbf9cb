import type { User } from "db/schema";
import { ownPictures } from "~/core/files/files.server";
import { keepUploads, withUploads } from "~/core/files/pictures.server";
import { cropOf } from "~/core/values/crop";
import type { ParsedForm } from "~/core/form/form.server";

/** Sides of a person's picture, in pixels: enough for twice the largest size it is shown at. */
const pictureSidePx = 256;

/**
 * Replaces the picture fields of a form with `image`, the address of the picture: a new upload cropped to a square,
 * the current picture, or null. Rejects the form if the upload is not an image.
 */
export async function withPicture<Values extends { removePicture?: string; crop?: object }>(
  sent: ParsedForm<Values>,
  by: Pick<User, "id" | "access">,
): Promise<ParsedForm<Omit<Values, "removePicture" | "crop"> & { image: string | null }>> {
  const { addresses, error } = await keepUploads(sent, {
    field: "picture",
    most: 1,
    tooMany: "Choose one picture.",
    side: pictureSidePx,
    fit: "cover",
    crop: cropOf(sent.fields),
    by,
  });
  const [had] = sent.fields.removePicture ? [] : await ownPictures([sent.fields.image ?? ""].flat());
  const image = addresses[0] ?? had ?? null;
  const form = withUploads(sent, "picture", error, { image: image ?? "" });
  if (!form.ok) return form;
  const { removePicture: _, crop: __, ...values } = form.values;
  return { ...form, values: { ...values, image } };
}
