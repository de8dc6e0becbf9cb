/** What kind of file something is, as its bytes say it. */
import sharp from "sharp";
import { maxPixels } from "~/core/files/files.server";

interface FileKind {
  type: string;
  /** How names of such files end. */
  endings: string[];
  is(bytes: Buffer): boolean | Promise<boolean>;
}

const kinds: FileKind[] = [
  {
    type: "image/png",
    endings: ["png"],
    is: (bytes) => begins(bytes, /^\x89PNG\r\n\x1a\n/) && isPicture(bytes, "png"),
  },
  {
    type: "image/jpeg",
    endings: ["jpg", "jpeg", "jpe", "jfif"],
    is: (bytes) => begins(bytes, /^\xff\xd8\xff/) && isPicture(bytes, "jpeg"),
  },
  { type: "image/gif", endings: ["gif"], is: (bytes) => begins(bytes, /^GIF8[79]a/) && isPicture(bytes, "gif") },
  {
    type: "image/webp",
    endings: ["webp"],
    is: (bytes) => begins(bytes, /^RIFF[^]{4}WEBP/) && isPicture(bytes, "webp"),
  },
  { type: "application/pdf", endings: ["pdf"], is: (bytes) => begins(bytes, /^%PDF-\d/) },
  { type: "text/csv", endings: ["csv"], is: isText },
  { type: "text/plain", endings: ["txt"], is: isText },
];

const taken = "Send PNG, JPEG, GIF or WebP pictures, PDF, TXT or CSV files.";

/**
 * The media type of a file. Its name only tells which kind it claims to be: where the bytes are of another kind, or of
 * none that is taken, it answers a sentence that names the file.
 */
export async function kindOfFile(name: string, bytes: Buffer): Promise<{ type: string } | { error: string }> {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const claimed = kinds.find(({ endings }) => endings.includes(ending));
  if (!claimed) return { error: `“${name}” is of a kind that is not taken here. ${taken}` };
  if (await claimed.is(bytes)) return { type: claimed.type };
  return { error: `“${name}” is not what its name says. ${taken}` };
}

const begins = (bytes: Buffer, signature: RegExp) => signature.test(bytes.toString("latin1", 0, 16));

/** Whether the head of a picture says the same as its first bytes, and the picture can be drawn. */
async function isPicture(bytes: Buffer, format: string): Promise<boolean> {
  try {
    const picture = await sharp(bytes).metadata();
    return (
      picture.format === format && picture.width * picture.height <= maxPixels && (await thumbOf(bytes)) !== undefined
    );
  } catch {
    return false;
  }
}

/** UTF-8 without control characters, but for tabs and the ends of lines. */
function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return !/[^\P{Cc}\t\r\n]/u.test(text);
  } catch {
    return false;
  }
}

/** Sides of the small picture that stands for a large one, in pixels: twice the size it is shown at. */
const thumbSides = { width: 320, height: 200 };

/**
 * A small picture of a picture, as WebP: of one that was cut short as much as is there, and nothing of what cannot be
 * drawn.
 */
export async function thumbOf(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: "none" })
      .autoOrient()
      .resize({ ...thumbSides, fit: "cover", withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch {
    return undefined;
  }
}
