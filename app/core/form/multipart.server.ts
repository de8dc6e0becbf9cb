/** Parses multipart forms as a stream, and drops files that are too large as they arrive. */

/** Thrown if a form exceeds a limit; the message is shown to the user. */
export class TooMuch extends Error {}

export const tooMuchText = (limit: number) =>
  new TooMuch(`At most ${limit / 1024 / 1024} MB of text can be sent at once. Nothing was changed.`);
export const tooManyFields = (limit: number) =>
  new TooMuch(`That form has too many fields: at most ${limit} can be sent at once.`);

interface Limits {
  fields: number;
  /** Maximum total of everything but files, in bytes. */
  text: number;
  /** Maximum size of each file, in bytes. */
  file: number;
  /** Maximum number of files. */
  files: number;
}

export interface ParsedBody {
  form: FormData;
  /** Files over the size limit, without their content. */
  tooLarge: Set<File>;
  /** Files after the first ones that are allowed, without their content. */
  tooMany: Set<File>;
}

/**
 * Parses a multipart body. Drops the content of files over the limits as it arrives; throws `TooMuch` for the other
 * limits, and any error if the body is malformed.
 */
export async function readMultipart(request: Request, type: string, limits: Limits): Promise<ParsedBody> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const delimiter = Buffer.from(`\r\n--${quoted ?? plain ?? ""}`);
  const parts = await readParts(request, delimiter, limits);
  // Node's own parser handles every edge case but is slow with large files, so it only gets their headers.
  const withoutFiles = parts.flatMap(({ head, content, isFile }) => [delimiter, head, ...(isFile ? [] : content)]);
  const body = Buffer.concat(withoutFiles).subarray(delimiter.length + lineBreak.length);
  const texts = await new Response(body, { headers: { "Content-Type": type } }).formData();

  const form = new FormData();
  const [tooLarge, tooMany] = [new Set<File>(), new Set<File>()];
  for (const [index, [name, value]] of [...texts].entries()) {
    const { content = [], size = 0, isExtra } = parts[index + 1] ?? {};
    if (typeof value === "string") {
      form.append(name, value);
      continue;
    }
    const file = new File(content, value.name, { type: value.type });
    content.length = 0; // the file holds a copy
    form.append(name, file);
    if (isExtra) tooMany.add(file);
    else if (size > limits.file) tooLarge.add(file);
  }
  return { form, tooLarge, tooMany };
}

type Bytes = Buffer<ArrayBuffer>;
const lineBreak = Buffer.from("\r\n");

/** Splits the body at the delimiters. The first part is the preamble, the last one the epilogue. */
async function readParts(request: Request, delimiter: Buffer, limits: Limits): Promise<Part[]> {
  const filesLeft = { count: limits.files };
  const parts = [new Part(limits.file, filesLeft)];
  let rest: Bytes = lineBreak; // delimiters start with a line break, which the first one lacks
  const take = (length: number) => {
    parts.at(-1)?.add(rest.subarray(0, length));
    rest = rest.subarray(length);
  };
  for await (const bytes of chunks(request)) {
    rest = Buffer.concat([rest, bytes]);
    for (let at = rest.indexOf(delimiter); at >= 0; at = rest.indexOf(delimiter)) {
      take(at);
      rest = rest.subarray(delimiter.length);
      if (parts.push(new Part(limits.file, filesLeft)) > limits.fields + 2) throw tooManyFields(limits.fields);
    }
    take(Math.max(0, rest.length - delimiter.length + 1)); // the rest may be the start of a delimiter
    if (parts.reduce((sum, part) => sum + part.text, 0) > limits.text) throw tooMuchText(limits.text);
  }
  take(rest.length);
  return parts;
}

/** Leaves an unread body open: cancelling it would close the connection before the response. */
async function* chunks(request: Request) {
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
}

/** Maximum length of a part's headers, in bytes. */
const maxHeadLength = 16 * 1024;

class Part {
  head: Bytes = Buffer.alloc(0);
  content: Bytes[] = [];
  /** Bytes received of a file. */
  size = 0;
  /** Bytes received of everything else. */
  text = 0;
  /** Undefined until the headers are complete. */
  isFile?: boolean;
  /** Whether it is a file after the first ones that are allowed. */
  isExtra = false;

  /** `filesLeft` is shared by the parts of a body, and counts down. */
  constructor(
    readonly largest: number,
    readonly filesLeft: { count: number },
  ) {}

  add(bytes: Bytes) {
    if (this.isFile === undefined) return this.#begin(Buffer.concat([this.head, bytes]));
    if (this.isFile) this.size += bytes.length;
    else this.text += bytes.length;
    if (this.size > this.largest || this.isExtra) this.content = [];
    else this.content.push(bytes);
  }

  /** Collects the headers, which end with an empty line. */
  #begin(start: Bytes) {
    const end = start.indexOf("\r\n\r\n");
    const length = end < 0 ? start.length : end + 4;
    this.head = start.subarray(0, length);
    this.text = length;
    if (end < 0 && length < maxHeadLength) return;
    this.isFile = /^content-disposition:.*;\s*filename\*?=/im.test(this.head.toString("latin1"));
    this.isExtra = this.isFile && --this.filesLeft.count < 0;
    this.add(start.subarray(length));
  }
}
