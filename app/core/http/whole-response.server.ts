/** A response whose whole body is in memory, so that the server can send it without a stream. */
export class WholeResponse extends Response {
  constructor(
    readonly content: Buffer,
    init?: ResponseInit,
  ) {
    super(content as Buffer<ArrayBuffer>, init);
    this.headers.set("Content-Length", String(content.length)); // avoids chunked encoding
  }
}
