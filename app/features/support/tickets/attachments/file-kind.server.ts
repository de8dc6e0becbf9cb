/** What kind of file something is, as its bytes say it. */
import { decodePicture, pixelRefusal, readPictureHead } from "~/core/files/decode.server";

interface FileKind {
  type: string;
  /** How names of such files end. */
  endings: string[];
  is(bytes: Buffer): boolean;
  /** What the head of such a picture says it is. */
  format?: string;
}

const kinds: FileKind[] = [
  {
    type: "image/png",
    endings: ["png"],
    is: (bytes) => begins(bytes, /^\x89PNG\r\n\x1a\n/),
    format: "png",
  },
  {
    type: "image/jpeg",
    endings: ["jpg", "jpeg", "jpe", "jfif"],
    is: (bytes) => begins(bytes, /^\xff\xd8\xff/),
    format: "jpeg",
  },
  { type: "image/gif", endings: ["gif"], is: (bytes) => begins(bytes, /^GIF8[79]a/), format: "gif" },
  {
    type: "image/webp",
    endings: ["webp"],
    is: (bytes) => begins(bytes, /^RIFF[^]{4}WEBP/),
    format: "webp",
  },
  { type: "application/pdf", endings: ["pdf"], is: (bytes) => begins(bytes, /^%PDF-\d/) },
  { type: "text/csv", endings: ["csv"], is: isText },
  { type: "text/plain", endings: ["txt"], is: isText },
];

const taken = "Send PNG, JPEG, GIF or WebP pictures, PDF, TXT or CSV files.";

/**
 * The media type of a file. Its name only tells which kind it claims to be: where the bytes are of another kind, or of
 * none that is taken, it answers a sentence that names the file. Of a picture it answers the small one as well.
 */
export async function kindOfFile(name: string, bytes: Buffer): Promise<FoundKind | { error: string }> {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const claimed = kinds.find(({ endings }) => endings.includes(ending));
  if (!claimed) return { error: `“${name}” is of a kind that is not taken here. ${taken}` };
  const isNot = { error: `“${name}” is not what its name says. ${taken}` };
  if (!claimed.is(bytes)) return isNot;
  if (!claimed.format) return { type: claimed.type };
  const head = await readPictureHead(bytes);
  const tooLarge = head && pixelRefusal(head);
  if (tooLarge) return { error: `“${name}” ${tooLarge}` };
  const thumb = head?.format === claimed.format ? await drawThumb(bytes) : undefined;
  return thumb ? { type: claimed.type, thumb } : isNot;
}

interface FoundKind {
  type: string;
  thumb?: Buffer;
}

const begins = (bytes: Buffer, signature: RegExp) => signature.test(bytes.toString("latin1", 0, 16));

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
export const drawThumb = (bytes: Buffer): Promise<Buffer | undefined> =>
  decodePicture(
    bytes,
    (picture) =>
      picture
        .autoOrient()
        .resize({ ...thumbSides, fit: "cover", withoutEnlargement: true })
        .webp()
        .toBuffer(),
    { failOn: "none" },
  );
