/** Checks that must hold for every response. */
import { paths } from "../../scripts/messages.mjs";
import { type Attack, type Bytes, written } from "./attack";
import type { Answer } from "./answers";
import type { Outcome } from "./send";

interface KnownFailure {
  /** Texts that visitors must not see. */
  secrets: string[];
  dataDir: string;
}

/** Returns a sentence for each problem. */
export type Check = (attack: Attack, outcome: Outcome) => string[];

export function checks({ secrets, dataDir }: KnownFailure): Check {
  const inner: [RegExp, string][] = [...revealing, [literally([paths.root, dataDir]), "a folder of this machine"]];
  const secret = secrets.length > 0 ? literally(secrets) : undefined;
  return (attack, outcome) => [
    ...ofConnection(outcome),
    ...outcome.answers.flatMap((answer) => ofAnswer(answer, inner)),
    ...(attack.person ? [] : outcome.answers.flatMap((answer) => ofVisitor(attack, answer, secret))),
  ];
}

const literally = (texts: string[]) =>
  new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "g");

function ofConnection({ answers, expects, damage, end }: Outcome): string[] {
  if (end === "late") return [expects > 0 ? "No answer came in time" : "The connection stayed open"];
  if (damage) return [`What came is no whole answer: ${damage}`];
  return answers.length < expects ? ["The connection was closed without an answer"] : [];
}

/** Patterns of internal details that only the log may contain. No text sent by the fuzzer matches them. */
const revealing: [RegExp, string][] = [
  [/\bat (?:async )?[\w$.<>[\] ]*\(?(?:file:\/\/|node:|\/|[A-Z]:\\)[^\s"]*:\d+:\d+/, "a stack trace"],
  [/node_modules/, "a path inside of node_modules"],
  [/\bSQLITE_[A-Z]+|\bSqliteError\b|no such (?:table|column):/, "the database's own words"],
  [/\b[A-Z][a-z]\w*(?:Error|Exception): /, "an error as JavaScript prints it"],
  [/^(?:Unexpected|Internal) Server Error/, "the sentence of a library in place of ours"],
];

/** Whether the body must be checked; scripts, styles, pictures and icon sets are files of the build. */
const isText = ({ headers }: Answer) =>
  /^(text\/(html|plain|csv|x-\w+|turbo\S*)|application\/json)\b/.test(headers.get("content-type") ?? "");

function ofAnswer(answer: Answer, inner: [RegExp, string][]): string[] {
  const { status, headers, body } = answer;
  const text = isText(answer) ? body.toString() : "";
  return [
    ...(status >= 500 ? [`It was answered with ${status}`] : []),
    ...inner.flatMap(([sign, what]) =>
      text.search(sign) >= 0 ? [`The answer shows ${what}: ${JSON.stringify(text.match(sign)?.[0])}`] : [],
    ),
    ...(headers.has("x-injected") ? ["A text that was sent became a header of the answer"] : []),
    ...(headers.get("content-type")?.startsWith("text/html") && /<(?:img src=x|script>fuzz)/.test(text)
      ? ["A text that was sent became markup of the page"]
      : []),
  ];
}

function ofVisitor(attack: Attack, answer: Answer, secret: RegExp | undefined): string[] {
  const opened = answer.headers.getSetCookie().some((line) => /^(?:__Host-)?session[^=]*=[^;]{20}/.test(line));
  const shown = secret && isText(answer) ? new Set(answer.body.toString().match(secret)) : new Set<string>();
  const sent = opened || shown.size > 0 ? textOf(attack) : "";
  return [
    ...[...shown]
      .filter((text) => !sent.includes(text))
      .slice(0, 3)
      .map((text) => `A visitor was shown ${JSON.stringify(text)}`),
    ...(opened && !sent.includes("portico-demo") ? ["A visitor was given a session"] : []),
  ];
}

/** Returns the text of an attack, with Base64 in cookies decoded: a page that repeats it reveals nothing. */
function textOf(attack: Attack): string {
  const bytes = attack.kind === "wire" ? attack.pieces.join("") : written(attack);
  const plain = unescaped(bytes);
  const hidden = [...plain.matchAll(/[a-z\d+/]{12,}/gi)].map(([text]) =>
    Buffer.from(text, "base64").toString("latin1"),
  );
  return Buffer.from([plain, unescaped(bytes.replaceAll("+", " ")), ...hidden].join("\n"), "latin1").toString();
}

const unescaped = (bytes: Bytes) =>
  bytes.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
