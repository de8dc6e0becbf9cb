/** What is thrown at the app. All texts here are bytes: one character, up to U+00FF, for each. */
export type Bytes = string;

/**
 * What differs between runs stands in braces, and is filled in when it is sent: `{session}` is the cookie of somebody
 * who is signed in, `{host}` and `{port}` are the app's. So what was found once can be sent again to another app.
 */
export type Fill = (text: Bytes) => Bytes;

/** Stands for five digits that no other request has: among records no two may have the same e-mail address. */
export const nonce = "NONCE";

interface SentBytes {
  /** Whether it brings the session of somebody who is signed in: only they may be shown anything. */
  person: boolean;
}

/**
 * A whole request, with a length that fits: by `fetch` where that lets it through, and else (or if `raw`) in bytes of
 * our own.
 */
export interface RequestAttack extends SentBytes {
  kind: "request";
  method: string;
  path: Bytes;
  headers: [name: Bytes, value: Bytes][];
  body: Bytes;
  raw: boolean;
}

/** Bytes that need not be HTTP at all. */
export interface WireAttack extends SentBytes {
  kind: "wire";
  name: string;
  /** Written a moment apart. */
  pieces: Bytes[];
  /** How many whole answers must come. With none, the connection only has to end. */
  expects: number;
  /** What the sender does then: waits for answers, says that nothing more comes, or is gone without reading. */
  then: "waits" | "ends" | "leaves";
}

export type Attack = RequestAttack | WireAttack;

export const utf8 = (text: string): Bytes => Buffer.from(text).toString("latin1");

/** The bytes of a request. The length is said as it is, unless the headers say another. */
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

/** For people: one line for each piece, long ones cut. */
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
