/** Generates bodies: the app's own forms and records with errors in them, and arbitrary ones. */
import fc from "fast-check";
import { type Bytes, utf8 } from "./attack";
import { any, oneOf } from "./choose";
import { contentType } from "./headers";
import type { Form } from "./forms";
import type { World } from "./learn";
import { boundary, brokenParts, file, inParts } from "./multipart";
import { text } from "./texts";

export interface Body {
  type: Bytes;
  body: Bytes;
}

export type Fields = Form["fields"];

/** A mutation. */
export type Change<Subject> = (subject: Subject) => Subject;

const applied = <Subject>(subject: Subject, changes: Change<Subject>[]) =>
  changes.reduce((changed, change) => change(changed), subject);

/** A relative position in a list. */
const somewhere = fc.double({ min: 0, max: 0.999, noNaN: true });
const at = (items: unknown[], where: number) => Math.min(items.length - 1, Math.floor(where * items.length));

function wrongField({ parameters }: World): fc.Arbitrary<Change<Fields>> {
  const known = any(...parameters);
  const value = oneOf([2, text], [1, known.map(([, value]) => value)]);
  const name = fc.oneof(
    known.map(([name]) => name),
    text,
  );
  const more = (make: (fields: Fields, where: number) => Fields) =>
    somewhere.map((where): Change<Fields> => (fields) => [...fields, ...make(fields, where)]);
  return oneOf<Change<Fields>>(
    [
      60,
      fc.tuple(somewhere, value).map(
        ([where, value]) =>
          (fields) =>
            fields.map(([name, old], index) => [name, index === at(fields, where) ? value : old]),
      ),
    ],
    [10, somewhere.map((where) => (fields) => fields.filter((_, index) => index !== at(fields, where)))],
    [10, more((fields, where) => fields.slice(at(fields, where)))], // twice
    [
      10,
      more((fields, where) =>
        fields.slice(at(fields, where)).flatMap(([name, value]): Fields => [
          [`pick:${name}`, "theirs"],
          [`theirs:${name}`, value],
        ]),
      ),
    ],
    [20, fc.tuple(name, value).map((field) => (fields) => [...fields, field])],
    [
      10,
      fc
        .tuple(name, value, any(".0.x", ".999999.x", "[]", "[__proto__][x]", ":x"))
        .map(([name, value, ending]) => (fields) => [...fields, [name + ending, value]]),
    ],
    [
      1,
      any<Change<Fields>>((fields) =>
        Array.from({ length: 2_100 }, (_, index) => fields[index % fields.length] ?? ["a", "1"]),
      ),
    ],
  );
}

/** Generates a form of the app with errors in it, and its target. */
export function form(world: World): fc.Arbitrary<Body & { action: Bytes }> {
  const one = fc.oneof(...world.forms.map((forms) => any(...forms)));
  const packed = any(true, true, true, true, false); // in parts where the form is, or just where it is not
  return fc
    .tuple(one, fc.array(wrongField(world), { maxLength: 3 }), packed, somewhere, file)
    .map(([{ action, multipart, fields, files }, changes, packed, where, file]) => {
      const sent = applied(fields, changes);
      return {
        action: utf8(action),
        ...(multipart === packed ? inParts(sent, file(files[at(files, where)] ?? "file")) : urlencoded(sent)),
      };
    });
}

const urlencoded = (fields: Fields): Body => ({
  type: "application/x-www-form-urlencoded;charset=UTF-8",
  body: new URLSearchParams(fields).toString(),
});

const oddValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  3,
  2 ** 53,
  1e300,
  [],
  {},
  [[]],
  [null],
  [1, 2, 3],
  { toString: 1 },
  { length: 1e9 },
  Array.from({ length: 3_000 }, (_, index) => index),
];
const value: fc.Arbitrary<unknown> = oneOf([4, text], [3, fc.jsonValue({ maxDepth: 3 })], [2, any(...oddValues)]);

type JsonRecord = Record<string, unknown>;

/** Generates a mutation of a JSON record. Names become own properties like with JSON.parse, including `__proto__`. */
function wrongValue({ records, parameters }: World): fc.Arbitrary<Change<JsonRecord>> {
  const names = [...new Set([...records.flatMap((record) => Object.keys(record)), "ids", "revision"])];
  const name = oneOf([8, any(...names)], [1, any(...parameters).map(([name]) => name)], [1, text]);
  return oneOf<Change<JsonRecord>>(
    [
      5,
      fc.tuple(name, value).map(
        ([name, value]) =>
          (record) =>
            Object.fromEntries([...Object.entries(record), [name, value]]),
      ),
    ],
    [1, name.map((name) => (record) => Object.fromEntries(Object.entries(record).filter(([other]) => other !== name)))],
  );
}

/** JSON with extreme numbers, keys and depth, and invalid JSON. */
const hostileJson = [
  "",
  " ",
  "null",
  "[]",
  "{",
  '{"a":1}}',
  "{'id':4}",
  "NaN",
  "\xef\xbb\xbf{}",
  "\xff\xfe{\x00}\x00",
  '"' + "\\".repeat(9_999) + '"',
];
const deep = ["[".repeat(20_000), `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`];
const large = [
  '{"id":1e400}',
  `{"id":${"9".repeat(5_000)}}`,
  `{"ids":[${"4,".repeat(12_000)}4]}`,
  `{"name":"${"a".repeat(100_000)}"}`,
];
const odd = [
  '{"id":-0}',
  '{"name":"\\ud800"}',
  '{"__proto__":{"admin":true},"id":4}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"id":4,"id":5}',
];

export function json(world: World): fc.Arbitrary<Body> {
  const made = fc
    .tuple(any(...world.records), fc.array(wrongValue(world), { maxLength: 3 }))
    .map(([record, changes]): unknown => applied(record, changes));
  const ids = fc
    .array(oneOf<unknown>([8, fc.integer({ min: 1, max: 40 })], [1, value]), { maxLength: 5 })
    .map((ids): unknown => ({ ids }));
  const sound = oneOf([8, made], [2, ids], [1, value]).map((value) => utf8(JSON.stringify(value)));
  return oneOf([11, sound], [2, any(...hostileJson, ...deep, ...large, ...odd)]).map((body) => ({
    type: "application/json",
    body,
  }));
}

/** Generates bodies that do not match their type, and ones that are too large. */
export function anyBody(world: World): fc.Arbitrary<Body> {
  const body = oneOf<Bytes>(
    [10, json(world).map(({ body }) => body)],
    [5, text.map(utf8)],
    [5, fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("latin1"))],
    [
      3,
      any(
        "a=1&".repeat(3_000),
        "%".repeat(500),
        "a=%E0%A4%A&b=%zz&=&&",
        "lines.0.x=1&lines.999999999.x=1",
        `--${boundary}--`,
      ),
    ],
    [1, any("a".repeat(1024 * 1024 + 1))],
  );
  return oneOf([3, fc.record({ type: contentType, body })], [2, brokenParts], [1, form(world)]);
}
