/** A request sent to the app by the fuzzer. All texts here are bytes: one character, up to U+00FF, for each. */
export type Bytes = string;

/**
 * Fills in the placeholders of an attack, which differ between runs: `{session}` is the cookie of a signed-in user,
 * `{host}` and `{port}` are the app's. This lets an attack be repeated on another app.
 */
export type Fill = (text: Bytes) => Bytes;

/** Placeholder for five digits that are unique per request, for example to make e-mail addresses unique. */
export const nonce = "NONCE";

interface SentBytes {
  /** Whether it carries a user's session; only then may the response contain private data. */
  person: boolean;
}

/**
 * A complete request with the right length. It is sent with `fetch` if that allows it, otherwise (or if `raw`) as
 * bytes.
 */
export interface RequestAttack extends SentBytes {
  kind: "request";
  method: string;
  path: Bytes;
  headers: [name: Bytes, value: Bytes][];
  body: Bytes;
  raw: boolean;
}

/** Bytes that need not be valid HTTP. */
export interface WireAttack extends SentBytes {
  kind: "wire";
  name: string;
  /** Written with a short pause between them. */
  pieces: Bytes[];
  /** Number of complete responses required; with 0, the connection must only end. */
  expects: number;
  /** The sender's next step: wait for responses, end its side, or disconnect without reading. */
  then: "waits" | "ends" | "leaves";
}

export type Attack = RequestAttack | WireAttack;

export const utf8 = (text: string): Bytes => Buffer.from(text).toString("latin1");

/** Returns the bytes of a request, with its real length unless the headers contain another. */
export function written({ method, path, headers, body }: Omit<RequestAttack, "kind" | "person" | "raw">): Bytes {
  const says = (name: string) => headers.some(([given]) => given.toLowerCase() === name);
  const all = [
    ...(says("host") ? [] : [["Host", "{host}"]]),
    ...headers,
    ...(says("connection") ? [] : [["Connection", "close"]]),
    ...(says("content-length") || says("transfer-encoding") || (body === "" && method !== "POST")
      ? []
      : [["Content-Length", String(body.length)]]),
  ];
  return `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

const maxShownLength = 600;

/** Returns a readable form: one line for each piece, truncated if long. */
export function describeAttack(attack: Attack): string {
  const pieces = attack.kind === "wire" ? attack.pieces : [written(attack)];
  return pieces
    .map((piece) =>
      piece.length > maxShownLength
        ? `${JSON.stringify(piece.slice(0, maxShownLength))} … ${piece.length} bytes`
        : JSON.stringify(piece),
    )
    .join("\n");
}
