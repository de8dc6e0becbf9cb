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

/** How large a picture is kept: in a square with sides of so many pixels, cut to it or fitted into it. */
export interface Frame {
  side: number;
  fit: "cover" | "inside";
  /** The square that is kept of what is cut; without one its middle. */
  crop?: Crop;
}

/**
 * Keeps a picture that someone uploaded: looked at by its bytes, not its name, turned upright, cut to a square or
 * fitted into one, and written anew as WebP, so that nothing else in the file survives. Answers the picture's address,
 * or a sentence that says what is wrong.
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
  const head = found && (await readPictureHead(original)); // no other format reaches its reader
  const tooLarge = head && pixelRefusal(head);
  if (tooLarge) return { error: `This picture ${tooLarge}` };
  const bytes = head && (await reencode(original, frame));
  if (!bytes) return { error: `This file is not a picture that can be read. ${choose}` };
  const id = createHash("sha256").update(bytes).digest("hex");
  const uploaderId = uploader.id;
  // A picture that is here already counts as new: what was about to be cleaned up is wanted again.
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

/** A kept file by its id. */
export async function getFile(id: string) {
  return (await db.select().from(files).where(eq(files.id, id)))[0];
}

/**
 * Those of the addresses that name a picture on this server that exists, each once: a kept file, or one of the samples.
 */
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
