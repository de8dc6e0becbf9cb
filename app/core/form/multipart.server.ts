/** Reads multipart forms as they come in, and lets go at once of what is too large to be held. */

/** Thrown when a form has more than may be sent at once. The message is a sentence for the person. */
export class TooMuch extends Error {}

export const tooMuchText = (most: number) =>
  new TooMuch(`At most ${most / 1024 / 1024} MB of text can be sent here at once. Nothing was changed.`);
export const tooManyFields = (most: number) =>
  new TooMuch(`That form has too many fields: at most ${most} can be sent at once.`);

interface Limits {
  fields: number;
  /** For all that is not a file, together; in bytes. */
  text: number;
  /** For each file, in bytes. */
  file: number;
}

/**
 * The form of a multipart body. Files that are larger than the limit are empty in it, and those of `tooLarge`: their
 * bytes are thrown away while they arrive. Throws `TooMuch` for the other limits, and any error when
 * the body is damaged.
 */
export async function readMultipart(
  request: Request,
  type: string,
  limits: Limits,
): Promise<{ form: FormData; tooLarge: Set<File> }> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const delimiter = Buffer.from(`\r\n--${quoted ?? plain ?? ""}`);
  const parts = await readParts(request, delimiter, limits);
  // Node's own parser knows all the corners of the format, but is slow with large files: it gets their heads only.
  const withoutFiles = parts.flatMap(({ head, content, isFile }) => [delimiter, head, ...(isFile ? [] : content)]);
  const body = Buffer.concat(withoutFiles).subarray(delimiter.length + lineBreak.length);
  const texts = await new Response(body, { headers: { "Content-Type": type } }).formData();

  const form = new FormData();
  const tooLarge = new Set<File>();
  for (const [index, [name, value]] of [...texts].entries()) {
    const { content = [], size = 0 } = parts[index + 1] ?? {};
    if (typeof value === "string") {
      form.append(name, value);
      continue;
    }
    const file = new File(content, value.name, { type: value.type });
    form.append(name, file);
    if (size > limits.file) tooLarge.add(file);
  }
  return { form, tooLarge };
}

type Bytes = Buffer<ArrayBuffer>;
const lineBreak = Buffer.from("\r\n");

/** All that stands before, between and after the delimiters: the first is before the form, the last behind it. */
async function readParts(request: Request, delimiter: Buffer, limits: Limits): Promise<Part[]> {
  const parts = [new Part(limits.file)];
  let rest: Bytes = lineBreak; // a delimiter begins a line, and the first one has no line before it
  const take = (length: number) => {
    parts.at(-1)?.add(rest.subarray(0, length));
    rest = rest.subarray(length);
  };
  for await (const bytes of chunks(request)) {
    rest = Buffer.concat([rest, bytes]);
    for (let at = rest.indexOf(delimiter); at >= 0; at = rest.indexOf(delimiter)) {
      take(at);
      rest = rest.subarray(delimiter.length);
      if (parts.push(new Part(limits.file)) > limits.fields + 2) throw tooManyFields(limits.fields);
    }
    take(Math.max(0, rest.length - delimiter.length + 1)); // what is left may be the beginning of a delimiter
    if (parts.reduce((sum, part) => sum + part.text, 0) > limits.text) throw tooMuchText(limits.text);
  }
  take(rest.length);
  return parts;
}

/** Leaves the body open when nobody wants more of it: to cancel it would close the connection before an answer. */
async function* chunks(request: Request) {
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
}

/** Heads are a few short lines; in bytes. */
const maxHeadLength = 16 * 1024;

class Part {
  head: Bytes = Buffer.alloc(0);
  content: Bytes[] = [];
  /** How many bytes of a file have come. */
  size = 0;
  /** How many bytes have come that are not a file's. */
  text = 0;
  /** Not known before the head is there. */
  isFile?: boolean;

  constructor(readonly largest: number) {}

  add(bytes: Bytes) {
    if (this.isFile === undefined) return this.#begin(Buffer.concat([this.head, bytes]));
    if (this.isFile) this.size += bytes.length;
    else this.text += bytes.length;
    if (this.size > this.largest) this.content = [];
    else this.content.push(bytes);
  }

  /** Reads on until an empty line ends the head. */
  #begin(start: Bytes) {
    const end = start.indexOf("\r\n\r\n");
    const length = end < 0 ? start.length : end + 4;
    this.head = start.subarray(0, length);
    this.text = length;
    if (end < 0 && length < maxHeadLength) return;
    this.isFile = /^content-disposition:.*;\s*filename\*?=/im.test(this.head.toString("latin1"));
    this.add(start.subarray(length));
  }
}
