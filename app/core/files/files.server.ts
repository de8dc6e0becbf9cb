import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import { config } from "config";
import { db, write } from "db";
import { files, type User } from "db/schema";
import { type Crop, middleOf, pixelsOf } from "~/core/values/crop";
import { decodePicture, pixelRefusal, readPictureHead } from "./decode.server";
import { fileTypeOf } from "./file-type.server";
import { uploadRefusal } from "./upload-limits.server";

/** Target size of a picture: cropped to a square of this side, or fitted into it. */
export interface Frame {
  side: number;
  fit: "cover" | "inside";
  /** The crop; centred by default. */
  crop?: Crop;
}

/**
 * Stores an uploaded picture: detected by content, turned upright, cropped or fitted, and re-encoded as WebP, so that
 * nothing else in the file survives. Returns its path, or a sentence about what is wrong.
 */
export async function savePicture(
  file: File,
  frame: Frame,
  uploader: Pick<User, "id" | "access">,
): Promise<{ address: string } | { error: string }> {
  const original = Buffer.from(await file.arrayBuffer());
  const found = fileTypeOf(original);
  if (found && !found.isPicture)
    return { error: `This file is ${found.name}, not a picture that can be shown. ${choose}` };
  const head = found && (await readPictureHead(original)); // only allowed formats are decoded
  const tooLarge = head && pixelRefusal(head);
  if (tooLarge) return { error: `This picture ${tooLarge}` };
  const bytes = head && (await reencode(original, frame));
  if (!bytes) return { error: `This file is not a picture that can be read. ${choose}` };
  const id = createHash("sha256").update(bytes).digest("hex");
  const uploaderId = uploader.id;
  // Uploading an existing picture renews it, so that it is not cleaned up.
  const anew = { target: files.id, set: { createdAt: new Date(), uploaderId } };
  const error = await write(async (tx) => {
    const refusal = await uploadRefusal(tx, uploader, bytes.length);
    if (!refusal) await tx.insert(files).values({ id, type: "image/webp", bytes, uploaderId }).onConflictDoUpdate(anew);
    return refusal;
  });
  return error === undefined ? { address: `/files/${id}` } : { error };
}

const choose = "Choose a JPEG, PNG or WebP picture.";

const reencode = (bytes: Buffer, { side, fit, crop }: Frame): Promise<Buffer | undefined> =>
  decodePicture(bytes, async (picture) => {
    const { autoOrient: size } = await picture.metadata();
    const upright = picture.autoOrient();
    const cut = fit === "cover" ? upright.extract(pixelsOf(crop ?? middleOf(size), size)) : upright;
    return cut.resize(side, side, { fit, withoutEnlargement: true }).webp().toBuffer();
  });

/** Returns a stored file by id. */
export async function getFile(id: string) {
  return (await db.select().from(files).where(eq(files.id, id)))[0];
}

/** Returns the distinct paths that name an existing picture on this server: a stored file or a sample. */
export async function ownPictures(addresses: readonly string[]): Promise<string[]> {
  const ids = addresses.flatMap((address) => fileId(address) ?? []);
  const stored = new Set(
    ids.length === 0
      ? []
      : (await db.select({ id: files.id }).from(files).where(inArray(files.id, ids))).map(({ id }) => id),
  );
  return [...new Set(addresses)].filter((address) => stored.has(fileId(address) ?? "") || isSample(address));
}

export const isOwnPicture = async (address: string) => (await ownPictures([address])).length > 0;

const fileId = (address: string) => /^\/files\/([0-9a-f]{64})$/.exec(address)?.[1];
const isSample = (address: string) =>
  /^\/samples\/[a-z]+\/[\w-]+\.svg$/.test(address) && existsSync(join(config.root, "public", address));
