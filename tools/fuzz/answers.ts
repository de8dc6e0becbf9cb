/** A response read from a connection byte by byte; anything that is not valid HTTP is reported. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface Answer {
  status: number;
  headers: Headers;
  /** Decompressed. */
  body: Buffer;
}

/** State of the parser: the part of the response that comes next. */
type Reading =
  | { until: "head" }
  | { until: "length"; left: number }
  | { until: "chunk" }
  | { until: "chunk-end"; left: number }
  | { until: "trailer" }
  | { until: "end" };

export class AnswerReader {
  readonly answers: Answer[] = [];
  /** Why the received bytes are not a valid response. */
  damage: string | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #reading: Reading = { until: "head" };
  #status = 0;
  #headers = new Headers();
  #body: Buffer[] = [];

  /** `methods` are those of the requests, in order: responses to `HEAD` have no body. */
  constructor(readonly methods: string[] = []) {}

  take(bytes: Buffer) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    while (!this.damage && this.#step());
  }

  /** Handles the end of the connection, which completes a response without a length and truncates any other. */
  end() {
    if (this.#reading.until === "end") this.#finish();
    else if (this.#reading.until !== "head" || this.#rest.length > 0) this.damage ??= "it breaks off";
  }

  /** Reads one part; returns whether there may be more to read. */
  #step(): boolean {
    const reading = this.#reading;
    switch (reading.until) {
      case "head":
        return this.#line("\r\n\r\n", (head) => this.#readHead(head));
      case "length":
      case "chunk-end":
        return this.#content(reading);
      case "chunk":
        return this.#line("\r\n", (size) => this.#readChunkSize(size));
      case "trailer":
        return this.#line("\r\n", (line) => line === "" && this.#finish());
      case "end":
        this.#body.push(this.#cut(this.#rest.length));
        return false;
    }
  }

  #line(ending: string, read: (line: string) => void): boolean {
    const end = this.#rest.indexOf(ending);
    if (end < 0) return false;
    const line = this.#cut(end).toString("latin1");
    this.#cut(ending.length);
    read(line);
    return true;
  }

  #content(reading: { until: "length" | "chunk-end"; left: number }): boolean {
    if (this.#rest.length === 0) return false;
    const piece = this.#cut(Math.min(reading.left, this.#rest.length));
    this.#body.push(piece);
    reading.left -= piece.length;
    if (reading.left > 0) return false;
    if (reading.until === "length") this.#finish();
    else return this.#line("\r\n", () => (this.#reading = { until: "chunk" }));
    return true;
  }

  #readHead(head: string) {
    const [first = "", ...lines] = head.split("\r\n");
    const status = /^HTTP\/1\.1 ([1-5]\d\d) /.exec(first)?.[1];
    if (!status) return void (this.damage = `it begins with ${JSON.stringify(first.slice(0, 80))}`);
    this.#status = Number(status);
    this.#headers = new Headers();
    for (const line of lines) {
      const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([^]*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        return void (this.damage = `a header is ${JSON.stringify(line.slice(0, 80))}`);
      this.#headers.append(name, value);
    }
    if (this.#status < 200) return; // 100 Continue: the answer itself is still to come
    const method = this.methods[this.answers.length];
    this.#reading = this.#bodyFor(method);
    if (this.#reading.until === "length" && this.#reading.left === 0) this.#finish();
  }

  #bodyFor(method: string | undefined): Reading {
    if (method === "HEAD" || this.#status === 204 || this.#status === 304) return { until: "length", left: 0 };
    if (this.#headers.get("transfer-encoding") === "chunked") return { until: "chunk" };
    const length = this.#headers.get("content-length");
    return length === null ? { until: "end" } : { until: "length", left: Number(length) };
  }

  #readChunkSize(line: string) {
    const size = /^[0-9a-f]+$/i.test(line) ? Number.parseInt(line, 16) : Number.NaN;
    if (Number.isNaN(size)) this.damage = `a chunk's size is ${JSON.stringify(line.slice(0, 80))}`;
    this.#reading = size === 0 ? { until: "trailer" } : { until: "chunk-end", left: size };
  }

  #finish() {
    const body = Buffer.concat(this.#body);
    this.#body = [];
    this.#reading = { until: "head" };
    try {
      this.answers.push({
        status: this.#status,
        headers: this.#headers,
        body: unpacked(this.#headers, this.#status, body),
      });
    } catch {
      this.damage = "it cannot be unpacked";
    }
  }

  #cut(length: number): Buffer {
    const piece = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return piece;
  }
}

function unpacked(headers: Headers, status: number, body: Buffer): Buffer {
  if (body.length === 0 || status === 206) return body; // a part of something packed says nothing
  const packing = headers.get("content-encoding");
  if (packing === "gzip") return gunzipSync(body);
  return packing === "br" ? brotliDecompressSync(body) : body;
}
