/** Generates headers that the app or Node interprets, with errors in their values. */
import fc from "fast-check";
import { type Bytes, utf8 } from "./attack";
import type { World } from "./learn";
import { any, oneOf } from "./choose";
import { text } from "./texts";

type Header = [name: Bytes, value: Bytes];

/** Values by header. */
const values: Record<string, string[]> = {
  Accept: ["*/*", "text/html", "application/json", "text/x-script", ";q=1", "text/html;q=NaN", "a/b,".repeat(900)],
  "Accept-Encoding": ["gzip", "br", "br;q=0, gzip;q=0, identity;q=0", "*", "gzip;q=x", "deflate, zstd", ",,,"],
  "Accept-Language": ["de", "*", "x-".repeat(300)],
  Range: [
    "bytes=0-",
    "bytes=5-1",
    "bytes=-1",
    "bytes=0-0,2-2,4-4",
    "bytes=99999999999999999999-",
    `bytes=${"0-1,".repeat(500)}0-1`,
    "lines=1-2",
  ],
  "If-None-Match": ['"1"', "*", 'W/"x"', '"', ","],
  "Idempotency-Key": ["a", "a b", "x".repeat(300), "é"],
  "If-Match": ['"1"', "*", 'W/"2"', '"nan", "1"', ","],
  "If-Modified-Since": ["Sat, 21 Nov 2026 00:00:00 GMT", "never", "0"],
  "If-Range": ['"1"', "Sat, 21 Nov 2026 00:00:00 GMT"],
  Origin: ["http://{host}", "http://{host}", "http://evil.example", "null", "", "http://127.0.0.1:99999", "%%%"],
  "Sec-Fetch-Site": ["same-origin", "none", "cross-site", "same-site", "junk"],
  "Sec-Fetch-Mode": ["navigate", "cors"],
  Referer: ["http://{host}/users?page=2", "http://{host}//evil.example", "http://evil.example/", "about:blank", "%"],
  Host: [
    "{host}",
    "localhost:{port}",
    "evil.example",
    "",
    "a b",
    "[::1",
    "127.0.0.1:99999",
    "127.0.0.1@evil.example",
    "{host}, evil.example",
  ],
  "X-Forwarded-For": [
    "127.1.2.3",
    "127.1.2.4",
    "10.1.2.3",
    "::1",
    "fe80::1%eth0",
    "2001:db8::/64",
    "unknown",
    "1.2.3.4, 5.6.7.8",
    "::ffff:10.0.0.1",
    ",",
    "999.1.1.1",
  ],
  "X-Forwarded-Host": ["evil.example", "evil.example:99999", "a b"],
  "X-Forwarded-Proto": ["https", "javascript", "https,http", ""],
  Forwarded: ["for=10.0.0.1;host=evil.example"],
  Authorization: [
    "Bearer x",
    "Bearer",
    "Bearer  a b",
    "Basic ZGVtbzpkZW1v",
    "Negotiate",
    "Bearer " + "a".repeat(4_000),
  ],
  "Content-Type": [
    ...[
      "application/json",
      "application/x-www-form-urlencoded",
      "text/plain",
      "application/json; charset=utf-7",
      "application/x-www-form-urlencoded; charset=\xff",
      "/",
      ";",
    ],
    ...[
      "multipart/form-data",
      "multipart/form-data; boundary=",
      'multipart/form-data; boundary="',
      "multipart/form-data; boundary=x",
      "multipart/mixed; boundary=x",
    ],
  ],
  "Content-Encoding": ["gzip", "br", "identity", "x"],
  "Content-Length": [
    "0",
    "5",
    "-1",
    "+5",
    "1e3",
    "5, 5",
    "5, 6",
    "99999999999999999999",
    "1048577",
    "33554433",
    "abc",
    "",
  ],
  "Transfer-Encoding": ["chunked", "gzip, chunked", "identity", "chunked, chunked", "xchunked", "\x0bchunked"],
  Connection: ["close", "keep-alive", "upgrade", "host, cookie, content-length", "x".repeat(200)],
  Upgrade: ["websocket", "h2c"],
  Expect: ["100-continue", "200-ok", ""],
  TE: ["trailers"],
  "User-Agent": ["", "Mozilla/5.0 (X11; Linux x86_64) Chrome/130", "a".repeat(6_000), "() { :;}; echo x", "\xff\xfe"],
  "X-HTTP-Method-Override": ["DELETE", "TRACE"],
  "X-Remix-Revalidate": ["yes"],
  Purpose: ["prefetch"],
  "Max-Forwards": ["0"],
};

/** Headers that delimit a request: always correct in complete requests, and malformed in `wire.ts`. */
const framing = new Set(["Content-Length", "Transfer-Encoding", "Expect", "Connection", "Upgrade"]);

function ofNames(names: string[]): fc.Arbitrary<Header> {
  const known = fc.oneof(...names.map((name) => any(...(values[name] ?? [""])).map((value): Header => [name, value])));
  return oneOf([5, known], [1, fc.tuple(any(...names), text.map(oneLine))]);
}

/** Removes characters that Node rejects in header values; `wire.ts` sends those. */
const oneLine = (value: string) => utf8(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, "");

/** Mutations of a cookie's value. */
const damages: ((value: Bytes) => Bytes)[] = [
  (value) => value,
  (value) => value.slice(0, -1),
  (value) => value.slice(1),
  (value) => value + value,
  (value) => value.replace(/\..*/, ""),
  (value) => value.replace(/\..*/, ".AAAA"),
  (value) => value.replace(/[a-z]/, "_"),
  (value) => `%${value}`,
  (value) => `"${value}"`,
  () => "",
  () => "a".repeat(8_200),
  () => "%E0%A4%A".repeat(1_000),
];

function cookie({ cookies }: World): fc.Arbitrary<Header> {
  const names = [...new Set(cookies.map(([name]) => name))];
  const damaged = fc
    .tuple(any(...cookies), any(...damages))
    .map(([[name, value], damage]) => `${name}=${damage(value)}`);
  // Cookies that are not signed are JSON in Base64: whatever JSON there is.
  const made = fc
    .tuple(any(...names), fc.jsonValue({ maxDepth: 2 }))
    .map(([name, value]) => `${name}=${encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"))}`);
  const junk = fc.tuple(fc.oneof(any(...names), text), text).map(([name, value]) => oneLine(`${name}=${value}`));
  const pairs = fc.array(oneOf([4, damaged], [2, made], [1, junk]), { minLength: 1, maxLength: 4 });
  return pairs.map((pairs) => ["Cookie", pairs.join("; ")]);
}

/** Generates some headers of a complete request. */
export function headers(world: World): fc.Arbitrary<Header[]> {
  const names = Object.keys(values).filter((name) => !framing.has(name) && name !== "Host" && name !== "Content-Type");
  const unknown = fc.tuple(fc.string({ unit: any(..."abcXYZ-_09"), minLength: 1, maxLength: 12 }), text.map(oneLine));
  const one = oneOf<Header>([10, ofNames(names)], [3, cookie(world)], [1, ofNames(["Host"])], [1, unknown]);
  return fc.array(one, { maxLength: 4 }).map(withOneHost);
}

/** Keeps only the first Host header, because Node rejects several. */
const withOneHost = (all: Header[]) =>
  all.filter(([name], index) => name !== "Host" || all.findIndex(([other]) => other === "Host") === index);

/** Generates malformed headers of those that delimit a request. */
export const framingHeader = ofNames([...framing]);

/** Generates wrong content types. */
export const contentType = ofNames(["Content-Type"]).map(([, value]) => value);

/** Loopback addresses, since a sample rejects all others. */
const loopbackAddress = fc.ipV4().map((address) => address.replace(/^\d+/, "127"));

/**
 * Generates client addresses: mostly varying ones, so that rate limits do not hide what is behind them, and a fixed
 * one that reaches the limits.
 */
export const fromElsewhere: fc.Arbitrary<Header[]> = oneOf(
  [1, any("")],
  [3, any("127.10.0.1")],
  [4, loopbackAddress],
).map((address) => (address ? [["X-Forwarded-For", address]] : []));
