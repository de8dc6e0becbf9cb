/** The file types accepted as attachments. */
import { decodePicture, pixelRefusal, readPictureHead } from "~/core/files/decode.server";
import { type FileType, fileTypeOf } from "~/core/files/file-type.server";

interface FoundKind {
  type: string;
  thumb?: Buffer;
}

const acceptedKindsText = "Send pictures, PDF, text, Office, OpenDocument, ZIP or e-mail (EML) files.";

/** File extensions of executable files and scripts. */
const runs = new Set(
  "apk app application bat cmd com command cpl dll dmg exe hta htm html jar js jse lnk mht mhtml mjs msi msp pif ps1 psm1 reg scr sh shtml svg svgz swf url vbe vbs wsf wsh xht xhtml".split(
    " ",
  ),
);
/** File extensions of binary formats. */
const isNamedPicture = /^(?:png|jpe?g|jpe|jfif|gif|webp|hei[cf]|avif)$/;
const isBinary = /^(?:png|jpe?g|jpe|jfif|gif|webp|hei[cf]|avif|pdf|zip|(?:doc|xls|ppt)x|od[tspg]|msg)$/;

/**
 * Returns a file's media type by its content, with a thumbnail for images; or an error that names the file and the
 * reason.
 */
export async function kindOfFile(name: string, bytes: Buffer): Promise<FoundKind | { error: string }> {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (runs.has(ending)) return { error: `“${name}” is of a kind that can run on a computer. Send it in a ZIP file.` };
  if (bytes.length === 0) return { error: `“${name}” is empty. Choose another file.` };
  const found = fileTypeOf(bytes);
  if (!found && isNamedPicture.test(ending))
    return { error: `“${name}” is not a picture: its contents are something else. Choose the picture itself.` };
  if (!found) return { error: `“${name}” is of a kind that is not taken here. ${acceptedKindsText}` };
  if (found.isPicture) return pictureKind(name, bytes, found);
  if (!found.isText) return { type: found.type };
  if (isBinary.test(ending))
    return {
      error: `“${name}” is text, though its name ends in .${ending}. Choose the file itself, or rename it to .txt.`,
    };
  return { type: textTypes[ending] ?? found.type };
}

/** Media types of text files. A mail is download-only, because its content is not checked. */
const textTypes: Record<string, string> = { csv: "text/csv", eml: "application/octet-stream" };

async function pictureKind(name: string, bytes: Buffer, { type, name: what }: FileType) {
  const head = await readPictureHead(bytes);
  const tooLarge = head && pixelRefusal(head);
  if (tooLarge) return { error: `“${name}” ${tooLarge}` };
  const thumb = head && (await drawThumb(bytes));
  return thumb ? { type, thumb } : { error: `“${name}” is ${what} that cannot be read: it is damaged or cut short.` };
}

/** Size of thumbnails in pixels, twice the displayed size. */
const thumbSides = { width: 320, height: 200 };

/** Returns a WebP thumbnail. A truncated image is drawn as far as possible; undefined if it cannot be decoded. */
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
