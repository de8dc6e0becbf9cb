/**
 * Operations of `/api`, one per method and path. Both the OpenAPI description and the documentation page are made of
 * them.
 */
import type { z } from "zod";
import type { Json } from "db/schema";
import { camelCase, capital } from "~/core/values/noun";
import { trashDays } from "~/core/values/trash";
import { maxIds } from "./api-records.server";
import type { ApiAct, ApiList, ApiResource } from "./api-resource.server";
import { maxKeyLength } from "./idempotency.server";
import type { FailureStatus } from "./failures";
import { listParameters } from "./list-parameters.server";
import { type Schema, schemaOf } from "./schema.server";

export interface Parameter {
  name: string;
  in: "query" | "header";
  required?: boolean;
  description: string;
  schema: Schema;
}

/** An example request with its response. */
export interface Example {
  title: string;
  query?: Record<string, string>;
  body?: unknown;
  answer: unknown;
}

export interface Operation {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** Such as `createUser`. */
  id: string;
  summary: string;
  about?: string;
  parameters: Parameter[];
  body?: { schema: Schema; required: boolean };
  /** Schema of a successful response, whose status is always 200. */
  answer: Schema;
  headers: ("ETag" | "X-Total-Count" | "Link")[];
  failures: FailureStatus[];
  examples: [Example, ...Example[]];
}

/** Schema of a record in responses; `name` is the schema's name, such as `User`. */
export interface Shape {
  name: string;
  schema: Schema;
  example: unknown;
}

export interface Section {
  /** The last part of the path, such as `users`. */
  id: string;
  title: string;
  shape: Shape;
  operations: Operation[];
}

export function sectionOf(resource: ApiResource): Section {
  const { path, of, answer, create, change, lists, acts } = resource;
  const shape = { name: nameOf(of.noun.one), schema: schemaOf(answer.shape, "output"), example: answer.example };
  const operations = [
    readOperation(resource),
    ...(create ? [createOperation(resource, create)] : []),
    ...(change ? [changeOperation(resource, change), deleteOperation(resource)] : []),
    ...Object.entries(lists).map(([name, list]) => listOperation(resource, name, list)),
    ...Object.entries(acts).map(([name, act]) => actOperation(resource, name, act)),
  ];
  return { id: path.replace("/api/", ""), title: capital(of.noun.many), shape, operations };
}

/** Returns a noun as part of a name, such as `TaxRate`. */
const nameOf = (noun: string) => capital(camelCase(noun));

/** Error statuses of a creation, and of a change to an existing record. */
const onCreate: FailureStatus[] = [400, 401, 403, 411, 413, 422, 503];
const onChange: FailureStatus[] = [400, 401, 403, 404, 411, 412, 413, 503];

const refTo = ({ of }: { of: Pick<ApiResource["of"], "noun"> }): Schema => ({
  $ref: `#/components/schemas/${nameOf(of.noun.one)}`,
});
const listOf = (items: Schema): Schema => ({ type: "array", items });
/** Schema of a record under its noun, such as `{ user }`. */
const schemaUnderNoun = ({ of }: { of: Pick<ApiResource["of"], "noun"> }): Schema => ({
  type: "object",
  properties: { [camelCase(of.noun.one)]: refTo({ of }) },
  required: [camelCase(of.noun.one)],
  additionalProperties: false,
});

function readOperation(resource: ApiResource): Operation {
  const { path, of, answer, change } = resource;
  const [one, many] = [of.noun.one, of.noun.many];
  const otherwise: Schema[] = answer.absent === "false" ? [{ const: false }] : [];
  return {
    method: "GET",
    path,
    id: `list${nameOf(many)}`,
    summary: `List ${many}, or get one`,
    about: answer.absent === "false" ? `Answers false for ${article(one)} that does not exist.` : undefined,
    parameters: [
      idParameter(resource, `Answers this one ${one} in place of the list.`),
      ...asOfParameter(resource),
      ...stateParameter(resource),
      ...listParameters(resource),
    ],
    answer: { oneOf: [listOf(refTo(resource)), refTo(resource), ...otherwise] },
    headers: [...(resource.create || change ? (["ETag"] as const) : []), "X-Total-Count", "Link"], // read-only records have no version
    failures: answer.absent === "false" ? [400, 401, 503] : [400, 401, 404, 503],
    examples: [
      { title: "The list", query: { sort: "-createdAt", size: "10" }, answer: [answer.example] },
      { title: `One ${one}`, query: { id: String(answer.example.id) }, answer: answer.example },
    ],
  };
}

function createOperation(resource: ApiResource, { body, example }: NonNullable<ApiResource["create"]>): Operation {
  const { path, of, answer } = resource;
  return {
    method: "POST",
    path,
    id: `create${nameOf(of.noun.one)}`,
    summary: `Create ${article(of.noun.one)}`,
    parameters: [idempotencyKey(of.noun.one)],
    body: { schema: schemaOf(body, "input"), required: true },
    answer: schemaUnderNoun(resource),
    headers: ["ETag"],
    failures: onCreate,
    examples: [
      {
        title: `A new ${of.noun.one}`,
        body: example ?? fieldsOf(answer.example, body),
        answer: { [camelCase(of.noun.one)]: answer.example },
      },
    ],
  };
}

/** Returns the fields of a record that a body accepts. */
const fieldsOf = (record: Record<string, unknown>, body: z.ZodObject) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(body.shape, name)));

function changeOperation(
  resource: ApiResource,
  { method, body, example, warnings }: NonNullable<ApiResource["change"]>,
): Operation {
  const { path, of, answer } = resource;
  const { id } = answer.example;
  const part = schemaOf(body, "input");
  const inBody = method === "PUT";
  return {
    method,
    path,
    id: `change${nameOf(of.noun.one)}`,
    summary: `Change ${article(of.noun.one)}`,
    about: "Fields that are not in the body stay unchanged, also within objects.",
    parameters: [
      ...(inBody ? [] : [{ ...idParameter(resource, `Which ${of.noun.one}.`), required: true }]),
      ifMatch(of.noun.one),
    ],
    body: {
      schema: inBody ? { ...part, properties: { id: idSchema(resource), ...part.properties }, required: ["id"] } : part,
      required: true,
    },
    answer: warnings ? withWarnings(schemaUnderNoun(resource), warnings.about) : schemaUnderNoun(resource),
    headers: ["ETag"],
    failures: onChange,
    examples: [
      {
        title: "A part of it",
        ...(inBody ? { body: { id, ...example } } : { query: { id: String(id) }, body: example }),
        answer: { [camelCase(of.noun.one)]: merged(answer.example as Json, example as Json) },
      },
    ],
  };
}

/** Returns the schema of a response that may have warnings beside its record. */
const withWarnings = (answer: Schema, about: string): Schema => ({
  ...answer,
  properties: {
    ...answer.properties,
    warnings: { type: "array", items: { type: "string" }, description: `Only if there are any. ${about}` },
  },
});

/** Merges a partial change into a record, recursively within objects. */
function merged(whole: Json, part: Json): Json {
  const isObject = (value: Json): value is { [name: string]: Json } =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(whole) || !isObject(part)) return part;
  return {
    ...whole,
    ...Object.fromEntries(Object.entries(part).map(([name, value]) => [name, merged(whole[name] ?? null, value)])),
  };
}

function deleteOperation(resource: ApiResource): Operation {
  const { path, of, answer } = resource;
  const { one, many } = of.noun;
  const ids: Schema = {
    type: "array",
    items: idSchema(resource),
    maxItems: maxIds,
    description: "If given, these are deleted, and the response has the remaining list.",
  };
  return {
    method: "DELETE",
    path,
    id: `delete${nameOf(many)}`,
    summary: `Delete ${many}`,
    about: `${resource.aboutDeleting ?? `They are moved to the trash and kept for ${trashDays} days.`} Only deleting several at once needs a body.`,
    parameters: [idParameter(resource, `Deletes and answers this one ${one}.`), ifMatch(one)],
    body: { schema: { type: "object", properties: { ids } }, required: false },
    answer: { oneOf: [schemaUnderNoun(resource), listOf(refTo(resource))] },
    headers: ["ETag", "X-Total-Count"],
    failures: onChange,
    examples: [
      { title: `One ${one}`, query: { id: String(answer.example.id) }, answer: { [camelCase(one)]: answer.example } },
      { title: "By a list of ids", body: { ids: [nextId(answer.example.id)] }, answer: [answer.example] },
    ],
  };
}

/** Returns the following id, also for text ids that end in a number. */
const nextId = (id: unknown) =>
  typeof id === "number"
    ? id + 1
    : String(id).replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, "0"));

function listOperation({ path, of }: ApiResource, name: string, { about, shape, example }: ApiList): Operation {
  return {
    method: "GET",
    path: `${path}/${name}`,
    id: `list${nameOf(of.noun.one)}${name.split("-").map(capital).join("")}`,
    summary: about,
    parameters: [],
    answer: listOf(schemaOf(shape, "output")),
    headers: [],
    failures: [401, 503],
    examples: [{ title: "The list", answer: example }],
  };
}

const stateParameter = ({ states }: ApiResource): Parameter[] =>
  states
    ? [
        {
          name: "state",
          in: "query",
          description: states.about,
          schema: { type: "string", enum: Object.keys(states.by) },
        },
      ]
    : [];

const asOfParameter = ({ asOf }: ApiResource): Parameter[] =>
  asOf ? [{ name: "asOf", in: "query", description: asOf.about, schema: { type: "string", format: "date" } }] : [];
function actOperation(
  resource: ApiResource,
  name: string,
  { summary, about, answer: { noun, example } }: ApiAct,
): Operation {
  const { path, of, answer } = resource;
  return {
    method: "POST",
    path: `${path}/${name}`,
    id: camelCase(`${name} ${of.noun.one}`),
    summary,
    about,
    parameters: [{ ...idParameter(resource, `Which ${of.noun.one}.`), required: true }, idempotencyKey(noun.one)],
    answer: schemaUnderNoun({ of: { noun } }),
    headers: ["ETag"],
    failures: [400, 401, 403, 404, 411, 413, 422, 503],
    examples: [
      {
        title: capital(`${name} ${article(of.noun.one)}`),
        query: { id: String(answer.example.id) },
        answer: { [camelCase(noun.one)]: example },
      },
    ],
  };
}

const idParameter = (resource: ApiResource, description: string): Parameter => ({
  name: "id",
  in: "query",
  description,
  schema: idSchema(resource),
});
const idSchema = ({ listing }: ApiResource): Schema =>
  listing.table.id.dataType === "number" ? { type: "integer", minimum: 1 } : { type: "string" };
const idempotencyKey = (one: string): Parameter => ({
  name: "Idempotency-Key",
  in: "header",
  description: `Any text that identifies this request. If you send the same request again with it within 24 hours, you get the first response again, and no second ${one} is created.`,
  schema: { type: "string", minLength: 1, maxLength: maxKeyLength },
});

const ifMatch = (one: string): Parameter => ({
  name: "If-Match",
  in: "header",
  description: `The “ETag” from reading the ${one}. If it has changed since, the request is refused.`,
  schema: { type: "string" },
});

const article = (word: string) => (/^[aeio]/.test(word) ? `an ${word}` : `a ${word}`);
