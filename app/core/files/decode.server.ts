/** Decodes pictures up to a maximum number of pixels, in a queue, as each takes much memory. */
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { currentRequester, pictureQueue } from "~/core/http/work-queues.server";
import { formatNumber } from "~/core/values/noun";

sharp.cache(false);
sharp.concurrency(1); // one thread per picture, so that others stay fast

const megapixel = 1_000_000;
/** Maximum pixels of a picture: a small file can decode to a giant one, and phones take up to 50 megapixels. */
const maxPixels = 64 * megapixel;

/** Metadata of a picture. */
interface PictureHead {
  format: string;
  width: number;
  height: number;
}

/** Reads the metadata of a picture without decoding it; undefined if it has none. */
export async function readPictureHead(bytes: Buffer): Promise<PictureHead | undefined> {
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { format, width, height };
  } catch {
    return undefined;
  }
}

/** Returns why a picture with too many pixels is rejected, as the end of a sentence that starts with its name. */
export function pixelRefusal({ width, height }: PictureHead): string | undefined {
  if (width * height <= maxPixels) return undefined;
  const size = `${formatNumber(width)} × ${formatNumber(height)} pixels (${formatNumber(Math.ceil((width * height) / megapixel))} megapixels)`;
  return `has ${size}. A picture may have at most ${maxPixels / megapixel} megapixels: make it smaller, then choose it again.`;
}

/**
 * Decodes a picture in its queue and returns the result of `draw`; undefined if it is malformed or too large. Throws
 * `QueueFull`.
 */
export function decodePicture(
  bytes: Buffer,
  draw: (picture: Sharp) => Promise<Buffer>,
  options: SharpOptions = {},
): Promise<Buffer | undefined> {
  return pictureQueue.run(currentRequester(), async () => {
    try {
      return await draw(sharp(bytes, { limitInputPixels: maxPixels, ...options }));
    } catch {
      return undefined;
    }
  });
}
