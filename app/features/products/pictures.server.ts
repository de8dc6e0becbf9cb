import type { Product, User } from "db/schema";
import { keepUploads, withUploads } from "~/core/files/pictures.server";
import type { ParsedForm } from "~/core/form/form.server";
import { safeName } from "~/core/values/file-name.server";
import { listOmittedFiles } from "~/core/values/file-list";
import { maxImages, featureImageNotAmongImages } from "./limits";
import type { ProductScreenValues, ProductValues } from "./rules.server";

/** Sides of a product's pictures, in pixels: enough for twice the largest size they are shown at. */
const pictureSidePx = 1200;

/**
 * Replaces the picture fields of a form with the current images and the new uploads. The feature image defaults to
 * the first image; one that never belonged to the product is rejected.
 */
export async function withPictures(
  sent: ParsedForm<ProductScreenValues>,
  by: Pick<User, "id" | "access">,
  before?: Pick<Product, "featureImage">,
): Promise<ParsedForm<ProductValues>> {
  const had = [sent.fields.images ?? []].flat().filter(Boolean); // new rows are still empty
  const most = Math.max(0, maxImages - had.length);
  const leftOut = (sent.files.pictures ?? []).slice(most).map(({ name }) => safeName(name));
  const tooMany = `A product has at most ${maxImages} images: ${listOmittedFiles(leftOut)}`;
  const { addresses, error } = await keepUploads(sent, {
    field: "pictures",
    most,
    tooMany,
    side: pictureSidePx,
    fit: "inside",
    by,
  });
  const images = [...new Set([...had, ...addresses])];
  const chosen = sent.fields.featureImage;
  const featureImage = images.find((image) => image === chosen) ?? images[0] ?? "";
  const foreignPicture = sent.ok && chosen && chosen !== before?.featureImage && chosen !== featureImage;
  const uploaded = withUploads(sent, "pictures", error, {
    images,
    featureImage,
    ...(addresses[0] && { shown: addresses[0] }),
  });
  const form = withUploads(uploaded, "featureImage", foreignPicture ? featureImageNotAmongImages : undefined, {});
  if (!form.ok) return form;
  const { shown: _, ...values } = form.values;
  return { ...form, values: { ...values, images, featureImage: featureImage || null } };
}
