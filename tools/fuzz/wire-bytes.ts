/** Bytes that are not quite a request. */

/** A request in place of another one's body. */
export const smuggled = "GET /users HTTP/1.1\r\nHost: {host}\r\n\r\n";

/** Beginnings of other protocols, and arbitrary bytes. */
export const junk = [
  "\r\n\r\n\r\n",
  "GET /\r\n", // HTTP/0.9
  "GET /users\r\n\r\n",
  "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + "\x5a".repeat(500), // TLS
  "\x80\x2e\x01\x03\x01",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x12\x04\0\0\0\0\0",
  "SSH-2.0-OpenSSH_9.6\r\n",
  "EHLO evil.example\r\n",
  "\x04\x01\0\x50\x7f\0\0\x01\0", // SOCKS
  "{}\n",
  "\0".repeat(2_000),
  "A".repeat(100_000),
  `GET / HTTP/1.1\r\nHost: {host}\r\n${"X: y\r\n".repeat(3_000)}`,
];

/** Request lines; a URL replaces the first slash. */
export const firstLines = [
  "GET / HTTP/9.9",
  "GET / HTTP/1.0",
  "GET / HTTP/0.9",
  "GET / HTTP/2",
  "GET / http/1.1",
  "GET /",
  "GET  / HTTP/1.1",
  " GET / HTTP/1.1",
  "get / HTTP/1.1",
  "GET\t/\tHTTP/1.1",
  "GET / HTTP/1.1 x",
  "GET /\0 HTTP/1.1",
  "GET / x HTTP/1.1",
  "GE\xffT / HTTP/1.1",
  "GET http:/// HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "CONNECT / HTTP/1.1",
  "CONNECT evil.example:443 HTTP/1.1",
  "\r\nGET / HTTP/1.1",
  "/ HTTP/1.1",
];

export const badHeaders = [
  "no colon",
  ": no name",
  "X : space",
  "X: a\rY: b",
  "X: a\nX-Injected: yes",
  "X: a\0b",
  " X: folded",
  "X: a\r\n folded",
  "Host: {host}",
  "Host: evil.example",
  "X\xe9: y",
  "X: \xff\xfe",
  "Cookie: a\r\nCookie: b",
  "Cookie:\t",
  `X: ${"y".repeat(20_000)}`,
  `Cookie: ${"a=b; ".repeat(1_700)}`,
  `${"X: y\r\n".repeat(300)}X: y`,
  "Content-Length: 0\r\nContent-Length: 0",
  "Transfer-Encoding: chunked\r\nContent-Length: 4",
  "Connection: upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA",
  "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
];

const sizes = [
  "zz\r\n",
  "-1\r\n",
  "ffffffffffffffff\r\n",
  `0;${"x".repeat(5_000)}\r\n`,
  " 3\r\nabc\r\n",
  "5;a=b\r\nhello\r\n",
];
const ends = ["5\r\nhel", "5\r\nhelloX", "3\nabc\n", "0\r\n", "0\r\nX-Injected: yes\r\n\r\n"];
export const badChunks = [...sizes, ...ends, "3\r\nabc\r\n", "0\r\n\r\n", smuggled];
