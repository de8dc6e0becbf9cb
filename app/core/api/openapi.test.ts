/** Sends every example of the description to `/api` and checks the responses against it. */
import type { RouteConfigEntry } from "@remix-run/route-config";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { db, write } from "db";
import { demo } from "db/samples/users";
import { payments, users } from "db/schema";
import routes from "~/routes";
import { testDatabase, withConfig } from "~/testing/database";
import { get, run, send, signedIn } from "~/testing/requests";
import { loader as list } from "~/features/api/list";
import { loader as description } from "~/features/api/openapi";
import { openApi } from "./openapi.server";
import type { Example, Operation } from "./operations.server";
import { action, loader } from "~/features/api/resource";
import { apiReports, sections } from "./registry.server";

testDatabase({ samples: true });

/** The description as clients get it. */
const document = JSON.parse(JSON.stringify(openApi({ access: "owner", areas: {} }))) as {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: { name: string; in: string; schema: { maxLength?: number } }[];
        requestBody?: Content;
        responses: Record<string, Partial<Content> & { $ref?: string; headers?: object }>;
      }
    >
  >;
  components: { schemas: Record<string, object>; responses: Record<string, object>; headers: object };
};
type Content = { content: { "application/json": { schema: object } } };

const operations = sections().flatMap((section) => section.operations);
const described = ({ path, method }: Operation) => document.paths[path]![method.toLowerCase()]!;
const nameOf = (operation: Operation) => `${operation.method} ${operation.path}`;

/** Validates a value against a schema of the description. */
function wrongWith(value: unknown, { content }: Partial<Content>) {
  const schema = { ...content?.["application/json"].schema, $defs: document.components.schemas };
  const rules = z.fromJSONSchema(
    JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/")) as Parameters<
      typeof z.fromJSONSchema
    >[0],
  );
  return rules.safeParse(value).error?.issues;
}

const isReport = (path: string) => apiReports().some((report) => report.path === path);
const doors = {
  read: (path: string) => (path.split("/").length > 3 && !isReport(path) && !path.endsWith("/issue") ? list : loader),
  write: () => action,
};
const doorOf = ({ method, path }: Operation) => doors[method === "GET" ? "read" : "write"](path);
const requestOf = (
  { method, path }: Operation,
  { query, body }: Partial<Example>,
  headers?: Record<string, string>,
) => {
  const search = new URLSearchParams(query).toString();
  return send(method, path + (search && `?${search}`), body, headers);
};

async function ask(operation: Operation, example: Partial<Example>, headers?: Record<string, string>) {
  const [me] = await db.select().from(users).where(eq(users.id, demo.id));
  return run<unknown>(doorOf(operation), await signedIn(requestOf(operation, example, headers), me!));
}

describe("the OpenAPI description", () => {
  it("is available to signed-in users", async () => {
    const [me] = await db.select().from(users).where(eq(users.id, demo.id));
    expect((await run(description, await signedIn("/api/openapi.json", me!))).data).toEqual(document);
    expect(await run(description, get("/api/openapi.json"))).toMatchObject({
      status: 401,
      data: { message: "Unauthorized" },
    });
  });

  it("contains only what clients may use for clients, and no names from the sample", async () => {
    const [client] = await db.select().from(users).where(eq(users.access, "client"));
    const text = JSON.stringify((await run(description, await signedIn("/api/openapi.json", client!))).data);
    const { paths } = JSON.parse(text) as typeof document;
    expect(new Set(Object.keys(paths).map((path) => path.split("/")[2]))).toEqual(
      new Set(["orders", "invoices", "credit-notes", "payments", "tickets"]),
    );
    expect(
      Object.values(paths)
        .flatMap((methods) => Object.keys(methods))
        .filter((method) => method !== "get"),
    ).toEqual([]);
    expect(
      (await db.select().from(users)).filter(({ name, email, phone }) =>
        [name, email, phone].some((word) => text.includes(word)),
      ),
    ).toEqual([]);
  });

  it("contains every route under /api, and no other", () => {
    const paths = (entries: RouteConfigEntry[]): string[] =>
      entries.flatMap(({ path, children }) => [`/${path}`, ...paths(children ?? [])]);
    const there = paths(routes).filter(
      (path) => path.startsWith("/api/") && path !== "/api/*" && path !== "/api/openapi.json",
    );
    expect(Object.keys(document.paths).sort()).toEqual(there.sort());
  });

  it("contains no regular expressions, because other languages read them differently", () => {
    expect(JSON.stringify(document)).not.toContain('"pattern"');
  });

  it("names each operation once, and only schemas that it contains", () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, part, name] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(document.components[part as "schemas"]).toHaveProperty(name!);
    }
  });

  it("would not match a different response", () => {
    for (const { shape } of sections()) {
      const answers = { content: { "application/json": { schema: { $ref: `#/components/schemas/${shape.name}` } } } };
      const example = shape.example as Record<string, unknown>;
      expect(wrongWith(example, answers)).toBeUndefined();
      expect(wrongWith({ ...example, more: 1 }, answers)).toBeDefined();
      for (const name of Object.keys(example)) {
        const { [name]: _, ...less } = example;
        expect(wrongWith(less, answers)).toBeDefined();
      }
    }
  });
});

describe.each(operations.map((operation) => [nameOf(operation), operation] as const))("%s", (_, operation) => {
  const { requestBody, responses } = described(operation);

  it.each(operation.examples.map((example) => [example.title, example] as const))(
    "answers as its example says: %s",
    async (_, example) => {
      if (example.body !== undefined) expect(wrongWith(example.body, requestBody!)).toBeUndefined();
      if (operation.method === "POST") await free(operation, example);
      else await addUnsampled(operation);
      expect(wrongWith(example.answer, responses[200]!)).toBeUndefined();

      const { status, data, headers } = await ask(operation, example);
      expect({ status, wrong: wrongWith(data, responses[200]!) }).toEqual({ status: 200, wrong: undefined });
      if (Array.isArray(example.answer)) expect((data as unknown[]).length).toBeGreaterThan(0);
      else
        expect(recordOf(data)).toMatchObject(
          example.body && operation.method !== "DELETE" ? said(example) : { id: recordOf(example.answer).id },
        );
      const given = {
        ETag: !Array.isArray(data),
        "X-Total-Count": Array.isArray(data),
        Link: Boolean(example.query?.size),
      };
      expect(operation.headers.filter((name) => headers.has(name))).toEqual(
        operation.headers.filter((name) => given[name]),
      );
      for (const name of ["ETag", "X-Total-Count", "Link"] as const)
        if (headers.has(name)) expect(operation.headers).toContain(name);
    },
  );

  it("describes every error response that is sent", async () => {
    const example =
      operation.examples.find(({ query, body }) => query?.id || (body as { id?: unknown } | undefined)?.id) ??
      operation.examples[0];
    if (operation.path === "/api/invoice-drafts") await addDrafts();
    const failures: [number, () => Promise<{ status: number; data: unknown }>][] = [
      [400, () => ask(operation, { query: operation.method === "GET" ? { size: "0", asOf: "never" } : {} })],
      [401, () => run(doorOf(operation), requestOf(operation, example))],
      [403, () => ask(operation, example, { Origin: "https://evil.example" })],
      [404, () => ask(operation, elsewhere(example))],
      [412, () => ask(operation, example, { "If-Match": '"0"' })],
      [503, () => withConfig({ maintenance: true }, () => run(doorOf(operation), requestOf(operation, example)))],
    ];
    for (const [failure, provoke] of failures) {
      const { status, data } = await provoke();
      const isDescribed = (operation.failures as number[]).includes(failure);
      if (isDescribed)
        expect({ failure, status, wrong: wrongWith(data, document.components.responses[failure]!) }).toEqual({
          failure,
          status: failure,
          wrong: undefined,
        });
      else expect([200, ...(operation.failures as number[])]).toContain(status);
    }
  });
});

it.each(operations.map((operation) => [nameOf(operation), operation] as const))(
  "%s has an Idempotency-Key, and says what becomes of one that was used before, just where it makes a record",
  async (_, operation) => {
    const { parameters = [], responses } = described(operation);
    const isMaking = operation.method === "POST";
    const [key] = parameters.filter(({ name, in: where }) => name === "Idempotency-Key" && where === "header");
    expect([Boolean(key), "422" in responses]).toEqual([isMaking, isMaking]);
    if (!isMaking) return;
    const tooLong = "k".repeat((key?.schema.maxLength ?? 0) + 1);
    expect((await ask(operation, operation.examples[0], { "Idempotency-Key": tooLong })).data).toMatchObject({
      message: "Invalid request",
      errors: { body: expect.stringContaining("Idempotency-Key") },
    });
  },
);

it.each(
  operations.filter(({ method }) => method === "POST").map((operation) => [nameOf(operation), operation] as const),
)("%s makes one record of a request that is sent twice under one Idempotency-Key", async (_, operation) => {
  const [example] = operation.examples;
  await free(operation, example);
  const key = { "Idempotency-Key": "one" };
  const first = await ask(operation, example, key);
  expect(first.status).toBe(200);
  expect((await ask(operation, example, key)).data).toEqual(first.data);
  const { status, data } = await ask(operation, { body: { ...(example.body as object), id: 77 } }, key);
  expect({ status, wrong: wrongWith(data, document.components.responses[422]!) }).toEqual({
    status: 422,
    wrong: undefined,
  });
});

it.each(sections().map(({ id, operations }) => [id, operations] as const))(
  "/api/%s answers 405 to methods that are not described",
  async (_, operations) => {
    const own = operations.filter(({ path }) => path === operations[0]!.path);
    for (const method of (["POST", "PUT", "PATCH", "DELETE"] as const).filter(
      (method) => !own.some((operation) => operation.method === method),
    )) {
      const { status, data, headers } = await ask({ ...own[0]!, method }, {});
      expect({ status, wrong: wrongWith(data, document.components.responses[405]!) }).toEqual({
        status: 405,
        wrong: undefined,
      });
      expect(headers.get("Allow")?.split(", ")).toEqual(own.map(({ method }) => method));
    }
  },
);

const sameAddress = ({ path }: Operation, method: string) =>
  operations.find((operation) => operation.path === path && operation.method === method);

/** Deletes the example record, whose values may have to be unique, if such records can be deleted. */
async function free(operation: Operation, example: Example) {
  if (operation.path === "/api/invoice-drafts/issue") return addDrafts();
  const deletion = sameAddress(operation, "DELETE");
  if (deletion) await ask(deletion, { query: { id: String(recordOf(example.answer).id) } });
}

/** Creates the example record of a kind that the samples have none of. */
async function addUnsampled(operation: Operation) {
  const creation = sameAddress(operation, "POST");
  if (operation.path === "/api/invoice-drafts") await addDrafts();
  if (operation.path === "/api/credit-notes" && creation) await ask(creation, creation.examples[0]);
  // The sample's payments were marked, and follow their invoices.
  if (operation.path === "/api/payments" && operation.method === "DELETE")
    await write(async (tx) => void (await tx.update(payments).set({ source: "manual" })));
}

/** Creates the example of a draft three times. */
async function addDrafts() {
  const creation = operations.find(({ path, method }) => path === "/api/invoice-drafts" && method === "POST")!;
  for (let count = 0; count < 3; count++) await ask(creation, creation.examples[0]);
}

/** Returns the record of a response, whether bare or under its noun. */
function recordOf(answer: unknown): Record<string, unknown> {
  const values = Object.values(answer as object) as unknown[];
  return (values.length === 1 ? values[0] : answer) as Record<string, unknown>;
}

/** Returns the parts of a body that the response repeats unchanged; a new record gets its own id. */
function said({ body, answer }: Example) {
  const shown = recordOf(answer);
  return Object.fromEntries(
    Object.entries(body as object).filter(
      ([name, value]) => name in shown && JSON.stringify(shown[name]) === JSON.stringify(value),
    ),
  );
}

/** Returns the example with the id of a record that does not exist. */
function elsewhere({ query, body }: Example): Partial<Example> {
  const absent = (id: unknown) => (Number(id) ? 999_999 : "NONE-9999");
  const said = body as Record<string, unknown> | undefined;
  return {
    ...(query && { query: query.id ? { id: String(absent(query.id)) } : query }),
    ...(said && { body: said.id === undefined ? said : { ...said, id: absent(said.id) } }),
  };
}
