/** OpenAPI 3.1 description of `/api`, derived from the schemas of its resources. */
import { config } from "config";
import type { Access } from "~/core/access/access.server";
import { cookieName } from "~/core/http/respond.server";
import { failures } from "./failures";
import type { Example, Operation, Section } from "./operations.server";
import { sectionsFor } from "./registry.server";
import type { Schema } from "./schema.server";

const json = (schema: Schema, examples: Record<string, unknown>) => ({ "application/json": { schema, examples } });

/** Returns the description of the operations that `me` may use, as JSON. */
export function openApi(me: Access) {
  const all = sectionsFor(me);
  return {
    openapi: "3.1.0",
    info: {
      title: "Portico",
      version: "1",
      description: `Reads and changes the same data as the screens. Documented at ${config.appUrl}/api.`,
    },
    servers: [{ url: config.appUrl }],
    security: [{ token: [] }, { session: [] }],
    tags: all.map(({ id, title }) => ({ name: id, description: title })),
    paths: pathsOf(all),
    components: {
      schemas: {
        ...Object.fromEntries(
          all.map(({ shape: { name, schema, example } }) => [name, { ...schema, examples: [example] }]),
        ),
        Failure: {
          type: "object",
          properties: {
            message: { type: "string", description: "The error, as a sentence." },
            errors: { type: "object", additionalProperties: { type: "string" }, description: "Messages by field." },
            reference: { type: "string", description: "Identifies the error in the server's log." },
          },
          required: ["message"],
          additionalProperties: false,
        },
      },
      responses: Object.fromEntries(
        Object.entries(failures).map(([status, { title, when, example }]) => [
          status,
          {
            description: `${title}. ${when}`,
            content: json({ $ref: "#/components/schemas/Failure" }, { example: { value: example } }),
          },
        ]),
      ),
      headers: {
        ETag: {
          description: "The version of the record, for “If-Match”. Only for single records.",
          schema: { type: "string" },
        },
        "X-Total-Count": {
          description: "Number of matching records on all pages. Only for lists.",
          schema: { type: "integer", minimum: 0 },
        },
        Link: {
          description: "Links to the first, last, previous and next page. Only for pages.",
          schema: { type: "string" },
        },
      },
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: `A token that somebody made at ${config.appUrl}/settings/security. It opens the areas it was given, to view or to change, and people’s access (status, sign-in address, trash, active new people) where that was named.`,
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: cookieName("session"),
          description: "The session cookie, set by logging in.",
        },
      },
    },
  };
}

function pathsOf(all: Section[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const { id, operations } of all) {
    for (const operation of operations)
      (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation, id);
  }
  return paths;
}

function describeOperation(
  { id, summary, about, parameters, body, answer, headers, failures, examples }: Operation,
  tag: string,
) {
  const named = (value: (example: Example) => unknown) =>
    Object.fromEntries(examples.map((example) => [example.title, { value: value(example) }]));
  const sent = examples.filter((example) => example.body !== undefined);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(about && { description: about }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: body.required,
        content: json(body.schema, Object.fromEntries(sent.map(({ title, body }) => [title, { value: body }]))),
      },
    }),
    responses: {
      200: {
        description: "Done.",
        ...(headers.length > 0 && {
          headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
        }),
        content: json(
          answer,
          named(({ answer }) => answer),
        ),
      },
      ...Object.fromEntries(failures.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}
