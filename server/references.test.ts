import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, type ServerBuild } from "@remix-run/node";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseForm } from "~/core/form/form.server";
import { inContext, noteAdmitted } from "~/core/http/request-context.server";
import "~/resources.server";
import { cast } from "~/testing/database";
import { DatabaseError, fileError, FileReplaced } from "db/connection";
import { keepFormOnNetworkError } from "~/core/form/network-error";
import { withReferences } from "./references";

const context = { nonce: "n", requestId: "abc123", address: "" };

/** Returns what the wrapped loader or action throws if the route's own throws `error`. */
async function thrown(
  error: unknown,
  path = "/users",
  request = new Request(`http://portico.test${path}`),
  kind: "loader" | "action" = "loader",
): Promise<unknown> {
  const act = () => {
    throw error;
  };
  const build = {
    routes: { users: { id: "users", path: "users", module: { default: () => null, [kind]: act } } },
  } as unknown as ServerBuild;
  const wrapped = withReferences(build).routes.users?.module[kind] as (args: LoaderFunctionArgs) => Promise<unknown>;
  return wrapped({ request, params: {}, context }).then(
    () => expect.unreachable(),
    (what: unknown) => what,
  );
}

test("a page shows a message and the reference in the log, and nothing else", async () => {
  const said = { data: { message: "Something went wrong on our side.", reference: "abc123" }, init: { status: 500 } };
  expect(await thrown(new Error("disk /dev/sda exploded"))).toMatchObject(said);
  expect(await thrown(null)).toMatchObject(said);
  expect(await thrown(new Error("boom"), "/apiary")).toMatchObject(said);
  const posted = new Request("http://portico.test/users", { method: "POST" });
  expect(await thrown(new Error("boom"), "/users", posted, "action")).toMatchObject(said);
});

test("the API returns the same in JSON", async () => {
  const answer = (await thrown(new TypeError("x is undefined"), "/api/users")) as Response;
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ message: "Something went wrong on our side.", reference: "abc123" });
});

test("a full disk has its own message, which names no file", async () => {
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const said = {
    message: expect.stringContaining("disk is full, so nothing was changed") as string,
    reference: "abc123",
  };
  expect(await thrown(full)).toMatchObject({ data: said, init: { status: 503 } });
  const answer = (await thrown(full, "/api/users")) as Response;
  expect([answer.status, await answer.json()]).toEqual([503, said]);
});

test.each([
  ["SQLITE_IOERR_FSYNC", "The server's disk reported an error, so nothing was changed."],
  ["SQLITE_IOERR_WRITE", "The server's disk reported an error, so nothing was changed."],
  ["EIO", "The server's disk reported an error, so nothing was changed."],
  ["SQLITE_READONLY", "The server may not write to its database, so nothing was changed."],
  ["SQLITE_READONLY_DBMOVED", "The server may not write to its database, so nothing was changed."],
  ["SQLITE_CANTOPEN", "The server may not write to its database, so nothing was changed."],
])("a change that ends with %s gets 503 with the reason", async (code, sentence) => {
  const error = fileError("/data/portico.db", Object.assign(new Error("the driver's words"), { code }));
  const said = { message: expect.stringContaining(sentence) as string, reference: "abc123" };
  expect(await thrown(error)).toMatchObject({ data: said, init: { status: 503 } });
  expect(((await thrown(error, "/api/users")) as Response).status).toBe(503);
});

test("a change through the read-only connection is a bug", async () => {
  const readonly = Object.assign(new Error("attempt to write a readonly database"), { code: "SQLITE_READONLY" });
  expect(await thrown(readonly)).toMatchObject({ init: { status: 500 } });
});

/** Returns the response or error of a form's action if its change throws `error`. */
async function sent(
  error: unknown,
  clientAction: unknown,
  body: URLSearchParams | FormData = new URLSearchParams({
    name: "Ada",
    password: "secret",
    revision: "7",
    key: "once",
  }),
) {
  const action = async ({ request }: ActionFunctionArgs) => {
    await parseForm(request, z.object({ name: z.string() }));
    throw error;
  };
  const build = {
    routes: { users: { id: "users", path: "users", module: { default: () => null, action, clientAction } } },
  } as unknown as ServerBuild;
  const wrapped = withReferences(build).routes.users?.module.action as (args: ActionFunctionArgs) => Promise<unknown>;
  const request = new Request("http://portico.test/users", { method: "POST", body });
  return inContext({ searches: [] }, () =>
    wrapped({ request, params: {}, context }).catch((thrown: unknown) => ({ thrown })),
  );
}

test("a form that the database refused keeps its input and shows a message", async () => {
  const busy = new DatabaseError("portico.db is held", {
    cause: Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" }),
  });
  const form = {
    fields: { name: ["Ada"], revision: ["7"], key: ["once"] },
    errors: { "": "Another program holds the database, so nothing was changed. Try again in a moment." },
    revision: 7,
    key: "once",
  };
  expect(await sent(busy, keepFormOnNetworkError)).toMatchObject({ data: { form }, init: { status: 503 } });
  expect(await sent(new FileReplaced("portico.db"), keepFormOnNetworkError)).toMatchObject({
    data: { form: { errors: { "": expect.stringContaining("has to be restarted") as string } } },
  });
  expect(await sent(busy, undefined)).toMatchObject({
    thrown: { data: { message: form.errors[""] }, init: { status: 503 } },
  });
  expect(await sent(new Error("boom"), keepFormOnNetworkError)).toMatchObject({ thrown: { init: { status: 500 } } });
});

test("a form with files that the database refused keeps its input, and asks to choose the files again", async () => {
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const body = new FormData();
  body.append("name", "Ada");
  body.append("attachments", new File(["a"], "photo.png"));
  expect(await sent(full, keepFormOnNetworkError, body)).toMatchObject({
    data: {
      form: {
        fields: { name: ["Ada"] },
        errors: { "": expect.stringMatching(/disk is full.*Its files are not kept: choose them again\.$/) as string },
      },
    },
    init: { status: 503 },
  });
});

/** Returns what the error page of orders receives for a form that the action refuses. */
async function refusedForm(refusal: unknown, { isRead = false, isVisitor = false } = {}) {
  const body = new FormData();
  const fields = {
    note: "Ring twice",
    "items.1.quantity": "3",
    key: randomUUID(),
    revision: "4",
    formOwner: "1 Ada",
    password: "secret",
    toString: "Sent by a hostile page",
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("attachments", new File(["a"], "photo.png"));
  const action = async ({ request }: ActionFunctionArgs) => {
    if (!isVisitor) noteAdmitted(cast.ada, async () => {});
    if (isRead) await parseForm(request, z.object({ note: z.string() }));
    throw refusal;
  };
  const build = {
    routes: { orders: { id: "orders", path: "orders", module: { default: () => null, action } } },
  } as unknown as ServerBuild;
  const wrapped = withReferences(build).routes.orders?.module.action as (args: ActionFunctionArgs) => Promise<unknown>;
  const request = new Request("http://portico.test/orders/7", { method: "POST", body });
  return inContext({ searches: [] }, () =>
    wrapped({ request, params: {}, context }).catch((thrown: unknown) => thrown),
  );
}

test.each([false, true])(
  "a form whose record is gone comes back with what was typed (read before: %s)",
  async (isRead) => {
    expect(await refusedForm(data({ message: "Order not found" }, 404), { isRead })).toMatchObject({
      data: {
        message:
          "Order not found. It was removed, or is no longer open to you, so nothing was saved. Its files are not kept: choose them again.",
        unsent: [
          { label: "Note", text: "Ring twice" },
          { label: "Items 2: quantity", text: "3" },
          { text: "Sent by a hostile page" },
          { label: "Files", text: "photo.png" },
        ],
      },
      init: { status: 404 },
    });
  },
);

test("a form that its user may no longer send is returned with its input and the reason", async () => {
  expect(await refusedForm(data({ message: "Your access does not let you do this." }, 403))).toMatchObject({
    data: {
      message: expect.stringMatching(/^Your access does not let you do this\./) as string,
      unsent: [{ text: "Ring twice" }, {}, {}, {}],
    },
  });
});

test("the input of a visitor is not shown to anybody", async () => {
  expect(await refusedForm(data({ message: "Order not found" }, 404), { isVisitor: true })).toEqual(
    data({ message: "Order not found" }, 404),
  );
});

test("responses thrown on purpose pass unchanged", async () => {
  const away = redirect("/login");
  expect(await thrown(away)).toBe(away);
  const missing = data({ message: "User not found" }, 404);
  expect(await thrown(missing)).toBe(missing);
});

test("a client that disconnected is not an error", async () => {
  const gone = new Request("http://portico.test/users", { signal: AbortSignal.abort() });
  const error = new Error("aborted");
  expect(await thrown(error, "/users", gone)).toBe(error);
});

/** Returns the wrapped loader's result if the route's own returns `result`. */
async function answered(result: unknown): Promise<unknown> {
  const build = {
    routes: { a: { id: "a", path: "a", module: { default: () => null, loader: () => result } } },
  } as unknown as ServerBuild;
  const loader = withReferences(build).routes.a?.module.loader as (args: LoaderFunctionArgs) => Promise<unknown>;
  return loader({ request: new Request("http://portico.test/a"), params: {}, context });
}

test("responses without errors pass unchanged", async () => {
  expect(await answered({ fine: true })).toEqual({ fine: true });
});

test("responses without a cache header are not cached, including refusals", async () => {
  const kept = (what: unknown) => (what as Response).headers.get("Cache-Control");
  expect(kept(await answered(Response.json([])))).toBe("no-store");
  expect(kept(await answered(Response.json([], { headers: { "Cache-Control": "public, max-age=60" } })))).toBe(
    "public, max-age=60",
  );
  expect(kept(await thrown(Response.json({ message: "Unauthorized" }, { status: 401 }), "/api/users"))).toBe(
    "no-store",
  );
  expect(kept(await thrown(new Error("boom"), "/api/users"))).toBe("no-store");
});
