/** Generates multipart forms with files, valid and malformed. */
import fc from "fast-check";
import { type Bytes, utf8 } from "./attack";
import type { Body, Change, Fields } from "./bodies";
import { any, oneOf } from "./choose";
import { text } from "./texts";

export const boundary = "----fuzz";

export function inParts(fields: Fields, file: Bytes): Body {
  const texts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${utf8(value)}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${texts.join("")}${file}--${boundary}--\r\n` };
}

const quoted = (name: string) => utf8(name).replace(/["\r\n]/g, encodeURIComponent);

/** A picture of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
).toString("latin1");

/** File signatures, mostly followed by unrelated bytes. */
const jpeg = "\xff\xd8\xff\xe0";
const giant = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff";
const webp = "RIFF\xff\xff\xff\xffWEBPVP8 ";
const fileHeads = ["", "GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "PK\x03\x04"];
const beginnings = [picture, picture, picture.slice(0, 50), jpeg, giant, webp, ...fileHeads];

const bytes = fc
  .tuple(any(...beginnings), fc.uint8Array({ maxLength: 64 }), any(1, 1, 1, 4_000))
  .map(([beginning, rest, times]) => beginning + Buffer.from(rest).toString("latin1").repeat(times));

/** Generates a file part for a given field name; sometimes none. */
export const file: fc.Arbitrary<(field: string) => Bytes> = oneOf<(field: string) => Bytes>(
  [1, any(() => "")],
  [
    2,
    fc.tuple(text, bytes).map(([name, bytes]) => (field) => {
      const head = `Content-Disposition: form-data; name="${field}"; filename="${quoted(name)}"\r\nContent-Type: image/png`;
      return `--${boundary}\r\n${head}\r\n\r\n${bytes}\r\n`;
    }),
  ],
);

const breaks: Change<Bytes>[] = [
  (body) => body.slice(0, Math.floor(body.length / 2)),
  (body) => body.slice(3),
  (body) => body.replaceAll("\r\n", "\n"),
  (body) => body.replaceAll(boundary, `${boundary}x`),
  (body) => body.replaceAll("form-data", "attachment"),
  (body) => body.replaceAll("name=", "name*=utf-8''%ff;n="),
  (body) => body.replace("\r\n\r\n", `\r\n${"X-Long: x\r\n".repeat(2_000)}\r\n`),
  (body) => body.replace("--\r\n", "\r\n"),
  (body) => body.repeat(1_500).slice(0, 400_000),
  () => `--${boundary}`,
  () => `\r\n--${boundary}--`.repeat(3_000),
];

/** Generates bodies that only resemble a multipart form. */
export const brokenParts: fc.Arbitrary<Body> = fc
  .tuple(
    fc.array(fc.tuple(text, text), { maxLength: 3 }),
    file,
    any(...breaks),
    any("", '"', ";", "; boundary=other", "\xff"),
  )
  .map(([fields, file, broken, ending]) => {
    const { type, body } = inParts(fields, file("file"));
    return { type: type + ending, body: broken(body) };
  });
