/** What the page `/api` shows of each operation: rows for its tables, and requests that can be tried as they stand. */
import { config } from "config";
import type { Json } from "db/schema";
import type { Example, Operation } from "./operations.server";
import type { Access } from "~/core/access/access.server";
import { formatNumber } from "~/core/values/noun";
import { sectionsFor } from "./registry.server";
import type { Schema } from "./schema.server";

/** The file that keeps the cookie in the examples. */
const cookieJar = "portico.cookies";

export interface Field {
  name: string;
  /** In words, such as "whole number". */
  type: string;
  /** What it may be, where that is a few values. */
  values?: string[];
  needed?: true;
  about: string;
}

/**
 * All that the page shows, section by section. Answers go as they are, not as text: what several of them share is then
 * sent once.
 */
export function reference(me: Access) {
  return sectionsFor(me).map(({ id, title, shape, operations }) => ({
    id,
    title,
    shape: {
      name: shape.name,
      fields: fieldsOf(shape.schema).map(({ needed: _, ...field }): Field => field),
      example: shape.example as Json,
    }, // answers have every field
    operations: operations.map(describeOperation),
  }));
}

export type ReferenceSection = ReturnType<typeof reference>[number];
export type ReferenceOperation = ReturnType<typeof describeOperation>;

function describeOperation(operation: Operation) {
  const { id, method, path, summary, about, parameters, body, failures, examples } = operation;
  return {
    id,
    method,
    path,
    summary,
    about,
    parameters: parameters.map(({ name, schema, required = false, description }) => ({
      ...fieldOf(name, schema, required),
      about: description,
    })),
    body: body && fieldsOf(body.schema),
    examples: examples.map((example) => ({
      title: example.title,
      request: curl(operation, example),
      answer: example.answer as Json,
    })),
    failures,
  };
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** The fields of an object, and those of the objects within it by their path, such as `items[].name`. */
function fieldsOf(schema: Schema, prefix = ""): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, rule]) => {
    const field = rule as Schema;
    const items = field.items as Schema | undefined;
    const within = items?.properties ? fieldsOf(items, `${prefix}${name}[].`) : fieldsOf(field, `${prefix}${name}.`);
    return [fieldOf(prefix + name, field, schema.required?.includes(name) ?? false), ...within];
  });
}

function fieldOf(name: string, schema: Schema, needed: boolean): Field {
  const values = schema.enum?.map(String).filter((value) => !value.startsWith("-")); // that a sort may be turned round is said
  return {
    name,
    type: typeOf(schema),
    ...(values && { values }),
    ...(needed && { needed }),
    about: schema.description ?? "",
  };
}

const formats: Record<string, string> = {
  "date-time": "time (ISO 8601)",
  date: "day, such as 2026-11-21",
  email: "e-mail address",
};
const types: Record<string, string> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
  null: "null",
};

/** What a value is, in words. */
function typeOf({ type, format, items, anyOf, maxLength }: Schema): string {
  if (anyOf) return anyOf.map((one) => typeOf(one)).join(" or ");
  if (Array.isArray(type))
    return (type as string[]).map((one) => typeOf({ type: one as Schema["type"], format })).join(" or ");
  if (type === "array") return `list: ${typeOf((items ?? {}) as Schema)}`;
  const words = (type === "string" && format && formats[format]) || types[type ?? ""] || "any value";
  return maxLength ? `${words}, at most ${formatNumber(maxLength)} characters` : words;
}

/** The request as a command for a shell. */
function curl({ method, path }: Operation, { query, body }: Example): string {
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const usual = body === undefined ? "GET" : "POST";
  return command(
    path + search,
    method !== usual && `--request ${method}`,
    `--cookie ${cookieJar}`,
    body !== undefined && `--json ${quoted(pretty(body)).replaceAll("\n", "\n  ")}`,
  );
}

/** What the guide shows, ready for this person to try: a change only to who may make one. */
export function commands(me: Access & { email: string }) {
  const operations = sectionsFor(me).flatMap(({ operations }) => operations);
  const list = `${operations[0]?.path ?? "/api"}?size=10`;
  const change = operations.find(({ method }) => method === "PUT" || method === "PATCH");
  return {
    token: command(list, `--header "Authorization: Bearer $PORTICO_TOKEN"`),
    signIn: command(
      "/login",
      `--cookie-jar ${cookieJar}`,
      `--data-urlencode ${quoted(`email=${me.email}`)}`,
      `--data-urlencode password="$PASSWORD"`,
    ),
    try: command(list, `--cookie ${cookieJar}`),
    change:
      change &&
      command(
        change.path,
        `--request ${change.method}`,
        `--cookie ${cookieJar}`,
        `--header 'If-Match: "4"'`,
        `--json ${quoted(JSON.stringify(change.examples[0]?.body))}`,
      ),
  };
}

const command = (address: string, ...options: (string | false)[]) =>
  [`curl ${quoted(config.appUrl + address)}`, ...options.filter(Boolean)].join(" \\\n  ");

const quoted = (text: string) => (/^[\w:/.[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
