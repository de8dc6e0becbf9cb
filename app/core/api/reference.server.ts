/** Content of the `/api` documentation page: table rows, and example requests that work as they are. */
import { config } from "config";
import type { Json } from "db/schema";
import type { Example, Operation } from "./operations.server";
import type { Access } from "~/core/access/access.server";
import { formatNumber } from "~/core/values/noun";
import { sectionsFor } from "./registry.server";
import type { Schema } from "./schema.server";

/** Cookie file in the examples. */
const cookieJar = "portico.cookies";

export interface Field {
  name: string;
  /** Such as "whole number". */
  type: string;
  /** Allowed values, if there are few. */
  values?: string[];
  needed?: true;
  about: string;
}

/**
 * Returns the content of the page by section. Example responses are values rather than text, so that shared ones are
 * serialized once.
 */
export function reference(me: Access) {
  return sectionsFor(me).map(({ id, title, shape, operations }) => ({
    id,
    title,
    shape: {
      name: shape.name,
      fields: fieldsOf(shape.schema).map(({ needed: _, ...field }): Field => field),
      example: shape.example as Json,
    }, // responses always have every field
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

/** Returns the fields of an object, with those of nested objects by path, such as `items[].name`. */
function fieldsOf(schema: Schema, prefix = ""): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, rule]) => {
    const field = rule as Schema;
    const items = field.items as Schema | undefined;
    const within = items?.properties ? fieldsOf(items, `${prefix}${name}[].`) : fieldsOf(field, `${prefix}${name}.`);
    return [fieldOf(prefix + name, field, schema.required?.includes(name) ?? false), ...within];
  });
}

function fieldOf(name: string, schema: Schema, needed: boolean): Field {
  const values = schema.enum?.map(String).filter((value) => !value.startsWith("-")); // descending sorts are described elsewhere
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

/** Describes a type in words. */
function typeOf({ type, format, items, anyOf, maxLength }: Schema): string {
  if (anyOf) return anyOf.map((one) => typeOf(one)).join(" or ");
  if (Array.isArray(type))
    return (type as string[]).map((one) => typeOf({ type: one as Schema["type"], format })).join(" or ");
  if (type === "array") return `list: ${typeOf((items ?? {}) as Schema)}`;
  const words = (type === "string" && format && formats[format]) || types[type ?? ""] || "any value";
  return maxLength ? `${words}, at most ${formatNumber(maxLength)} characters` : words;
}

/** Returns the request as a curl command. */
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

/** Returns the commands of the guide for this user; the example of a change only if the user may make one. */
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
