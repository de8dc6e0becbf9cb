/** Texts that are known to cause faults. */
import fc from "fast-check";
import { nonce } from "./attack";
import { any, oneOf } from "./choose";

const numbers = [
  "0",
  "-1",
  "1.5",
  "1e309",
  "-0",
  "NaN",
  "Infinity",
  "0x10",
  "00003",
  "9007199254740993",
  "99999999999999999999999",
  "2147483648",
  "١٢٣",
];
const words = ["", " ", "null", "undefined", "true", "[object Object]", "then", "root", "on", "all", "*", "%", "_"];
const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty"];
const control = ["\0", "a\0b", "\r\n", "a\r\nX-Injected: yes", "\x7F", "\x1B[31m", "\u2028", "\u202Etxt.exe", "\uFEFF"];
const odd = ["\uD800", "e\u0301", "ﷺ", "😀", "👩‍👩‍👧‍👦", "İ", "ß".repeat(9)];
const marks = ["'", '"', "\\", "`", ";", "\t", "<", "&", "#", "?", "/"];
const attacks = [
  "<img src=x onerror=fuzz()>",
  '"><script>fuzz()</script>',
  "</script><script>fuzz()</script>",
  "javascript:fuzz()",
  "' OR 1=1 --",
  "'); DROP TABLE users; --",
  "%' AND (SELECT 1) --",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "file:///etc/passwd",
  "//evil.example/",
  "/\\evil.example",
  "http://169.254.169.254/",
  "${7*7}{{7*7}}",
  "=cmd|' /C calc'!A0",
  "$(sleep 9)",
];
const dates = ["2026-11-21", "2026-02-30", "0000-00-00", "275760-09-14", "2026-11-21T25:61:61Z"];
const accounts = ["a@b", `${nonce}@example.com`, "demo@portico.example", "portico-demo"];
const long = [
  "a".repeat(300),
  "9".repeat(400),
  "é".repeat(2_000),
  "( ".repeat(3_000),
  "a ".repeat(2_000),
  "%25".repeat(1_000),
  "😀".repeat(1_500),
];

const plainTexts = [...words, ...inherited, ...numbers];
const hostile = [...control, ...odd, ...marks, ...attacks, ...dates, ...accounts];

/** All texts. */
export const everyText = [...plainTexts, ...hostile, ...long];

/** Generates a listed text, or sometimes a random one. */
export const text: fc.Arbitrary<string> = oneOf(
  [6, any(...plainTexts)],
  [6, any(...hostile)],
  [2, fc.string({ unit: "binary", maxLength: 20 })],
  [2, fc.string({ maxLength: 20 })],
  [1, any(...long)],
);

/** URL-encodes a text. Lone surrogates become replacement characters, as in browsers. */
export const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());
