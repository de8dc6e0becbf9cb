import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, gte, isNotNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, sessions, users } from "db/schema";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import { get, run, send, signedIn } from "~/testing/requests";
import { countingTurns } from "~/testing/count-writes";
import { loader as lookup } from "~/features/api/list";
import { action, loader } from "~/features/api/resource";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";

testDatabase();
const turnsOf = countingTurns();

const { ada, dan } = cast;
const body = {
  name: "New Comer",
  email: "new@example.com",
  role: "IT Support",
  status: "Pending",
  address: "Norway",
  phone: "+47 555 01 99",
};
const read = async (search = "") => run<Record<string, unknown>[]>(loader, await signedIn(`/api/users${search}`, ada));
const call = async (method: string, search: string, sent?: unknown, headers: Record<string, string> = {}) =>
  run<{ message?: string; errors?: Record<string, string>; user?: Record<string, unknown> }>(
    action,
    await signedIn(send(method, `/api/users${search}`, sent, headers), ada),
  );
const everyone = () => db.select().from(users);

describe("GET /api/users", () => {
  it("returns 401 to a visitor", async () => {
    expect(await run(loader, get("/api/users"))).toMatchObject({ status: 401, data: { message: "Unauthorized" } });
  });

  it("returns a bare list, oldest id first, with the specified fields first", async () => {
    const { data, headers } = await read();
    expect(data.map((user) => user.id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(Object.keys(data[0] ?? {}).slice(0, 10)).toEqual([
      "id",
      "name",
      "image",
      "email",
      "role",
      "status",
      "address",
      "createdAt",
      "phone",
      "company",
    ]);
    expect(headers.get("X-Total-Count")).toBe("6");
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect((await read("?q=nobody")).data).toEqual([]);
    expect((await read("?trash=1")).data).toHaveLength(6);
  });

  it("is paged if a page or size is given, otherwise complete", async () => {
    for (const search of ["?page=1", "?size=10"])
      expect((await read(search)).headers.get("Link")).toContain('rel="last"');
    const many = Array.from({ length: 1100 }, (_, number) => ({
      ...dan,
      id: 100 + number,
      email: `${number}@example.com`,
    }));
    await write(async (tx) => {
      for (let from = 0; from < many.length; from += 550) await tx.insert(users).values(many.slice(from, from + 550));
    });
    const { data, headers } = await read();
    expect(data.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, ...many.map(({ id }) => id)]);
    expect([headers.get("Link"), headers.get("X-Total-Count")]).toEqual([null, "1106"]);
  });

  it("has links that keep the effective parameters, and no ignored ones", async () => {
    const many = Array.from({ length: 60 }, (_, number) => ({
      ...dan,
      id: 100 + number,
      email: `${number}@example.com`,
    }));
    await write(async (tx) => void (await tx.insert(users).values(many)));
    const page = async (search: string) => {
      const { data, headers } = await read(search);
      return [
        data.length,
        ...(headers.get("Link") ?? "").split(", ").map((link) => link.replace(/^<.*\/api\/users|>|"/g, "")),
      ];
    };
    expect(await page("?page=1&color=red&sort=shoe&status=Lost")).toEqual([
      25,
      "?page=1; rel=first",
      "?page=3; rel=last",
      "?page=2; rel=next",
    ]);
    expect(await page("?size=7&page=2")).toEqual([
      7,
      "?size=7&page=1; rel=first",
      "?size=7&page=10; rel=last",
      "?size=7&page=1; rel=prev",
      "?size=7&page=3; rel=next",
    ]);
    expect(await page("?size=50&q=dan&sort=-name&page=2&status=active")).toEqual([
      11,
      ...[
        [1, "first"],
        [2, "last"],
        [1, "prev"],
      ].map(([number, rel]) => `?q=dan&status=Active&sort=-name&size=50&page=${number}; rel=${rel}`),
    ]);
  });

  it("accepts sizes from 1 to 1,000, and refuses other sizes and pages with 400", async () => {
    for (const [size, rows] of [
      [1, 1],
      [2, 2],
      [20, 6],
      [1000, 6],
    ])
      expect((await read(`?size=${size}`)).data).toHaveLength(rows ?? 0);
    for (const size of ["0", "1001", "-1", "2.5", "ten", "", "1e2"])
      expect(await read(`?size=${size}`)).toMatchObject({
        status: 400,
        data: { message: "Invalid request", errors: { size: "Enter a whole number from 1 to 1,000" } },
      });
    expect(await read("?page=0")).toMatchObject({
      status: 400,
      data: { errors: { page: "Enter a whole number from 1 to 1,000,000,000" } },
    });
  });

  it("returns one user with an ETag, and 404 for an absent one or one in the trash", async () => {
    const one = await read("?id=6");
    expect(one.data).toMatchObject({ id: 6, name: "Dan Directory", image: "/avatars/1/DD.svg" });
    expect(one.headers.get("ETag")).toBe('"1"');
    for (const id of ["7", "999", "abc", "", "-1", "1e0", "03", "3.0"])
      expect(await read(`?id=${id}`)).toMatchObject({ status: 404, data: { message: "User not found" } });
  });
});

describe("POST /api/users", () => {
  it("creates a user, who gets an id, a picture and a date", async () => {
    const { status, data } = await call("POST", "", body);
    expect({ status, user: data.user }).toMatchObject({
      status: 200,
      user: {
        ...body,
        id: expect.any(Number),
        image: expect.stringMatching(/^\//),
        createdAt: expect.stringMatching(/Z$/),
      },
    });
  });

  it("does not require a job title", async () => {
    const { role: _, ...untitled } = body;
    expect(await call("POST", "", untitled)).toMatchObject({ status: 200, data: { user: { role: "" } } });
    expect(await call("POST", "", { ...body, email: "other@example.com", role: "" })).toMatchObject({
      status: 200,
      data: { user: { role: "" } },
    });
  });

  it.each([
    ["no body", undefined, {}],
    ["a list", [], {}],
    ["a text", "text", {}],
    ["null", null, {}],
    ["an empty object", {}, { name: expect.any(String), email: expect.any(String) }],
    ["numbers for texts", { ...body, name: 5 }, { name: "Enter a name" }],
    ["an object for a text", { ...body, email: { $ne: "" } }, { email: expect.any(String) }],
    ["an address somebody has", { ...body, email: ada.email }, { email: expect.stringContaining("already has") }],
    ["half a character", { ...body, name: "\uD800" }, { name: expect.any(String) }],
    ["10,000 characters", { ...body, name: "x".repeat(10_000) }, { name: "Keep this to 100 characters" }],
    ["a picture elsewhere", { ...body, image: "https://evil.example/x.png" }, { image: expect.any(String) }],
    [
      "depth",
      { ...body, extra: JSON.parse("[".repeat(500) + "]".repeat(500)) },
      { body: expect.stringContaining("deep") },
    ],
  ])("POST /api/users with %s returns 400 and changes nothing", async (_, sent, errors) => {
    const before = await everyone();
    const { status, data } = await call("POST", "", sent);
    expect({ status, message: data.message, errors: data.errors ?? {} }).toMatchObject({
      status: 400,
      message: "Invalid request",
      errors,
    });
    expect(await everyone()).toEqual(before);
  });

  it("accepts a body of ten levels, with any number of siblings", async () => {
    const nested = (levels: number): unknown => (levels === 0 ? "x" : [nested(levels - 1)]);
    expect(
      (await call("POST", "", { ...body, extra: [nested(8), ...Array.from({ length: 20 }, () => [])] })).status,
    ).toBe(200);
    expect((await call("POST", "", { ...body, email: "other@example.com", extra: nested(10) })).status).toBe(400);
  });

  it.each(["[[[[[[[[[[[[ ok", '{{{{{{"[[[[[[[[', "[[[[[[\\"])(
    "does not count brackets within a text as depth: %j",
    async (name) => {
      expect(await call("POST", "", { ...body, name })).toMatchObject({ status: 200, data: { user: { name } } });
    },
  );

  it("measures depth correctly after a text that ends in a backslash or a quote", async () => {
    for (const name of ["\\", '"', '\\"']) {
      const sent = { name, extra: JSON.parse("[".repeat(50) + "]".repeat(50)) as unknown };
      expect((await call("POST", "", sent)).data.errors).toEqual({ body: expect.stringContaining("deep") });
    }
  });

  it("ignores unknown fields, such as an id, a uid or a prototype", async () => {
    const sent = JSON.parse(
      `{"id":1,"uid":"stolen","revision":99,"__proto__":{"status":"Active"},${JSON.stringify(body).slice(1)}`,
    ) as object;
    const { data } = await call("POST", "", sent);
    expect((await everyone()).at(-1)).toMatchObject({ id: data.user?.id, uid: null, revision: 1, status: "Pending" });
    expect(data.user?.id).not.toBe(1);
  });
});

describe("PUT /api/users", () => {
  it("changes the given fields and keeps the rest", async () => {
    const { data } = await call("PUT", "", { id: "6", name: "Renamed" });
    expect(data.user).toMatchObject({
      id: 6,
      name: "Renamed",
      role: dan.role,
      address: dan.country,
      phone: dan.phone,
      email: dan.email,
    });
    expect((await call("PUT", "", { id: 6, address: "Peru" })).data.user).toMatchObject({
      name: "Renamed",
      address: "Peru",
    });
  });

  it("refuses a stale If-Match with 412, and returns the current state", async () => {
    await call("PUT", "", { id: 6, name: "First" }, { "If-Match": '"1"' });
    const late = await call("PUT", "", { id: 6, name: "Second" }, { "If-Match": '"1"' });
    expect(late.status).toBe(412);
    expect(late.headers.get("ETag")).toBe('"2"');
    expect((await read("?id=6")).data).toMatchObject({ name: "First" });
  });

  it("accepts what GET returned, including a generated picture and a missing role", async () => {
    await write(async (tx) => void (await tx.update(users).set({ role: "" }).where(eq(users.id, dan.id))));
    const { data } = await read("?id=6");
    expect(await call("PUT", "", data)).toMatchObject({ status: 200, data: { user: data } });
    expect((await everyone())[5]).toMatchObject({ image: null, role: "", revision: 1 });
    expect(await call("PUT", "", { id: 1, role: "" })).toMatchObject({ status: 200, data: { user: { role: "" } } });
    expect(await call("PUT", "", { id: 1, role: "King" })).toMatchObject({
      status: 400,
      data: { errors: { role: "Choose a job title" } },
    });
  });

  it("removes a picture with null or the URL of generated initials", async () => {
    for (const image of [null, "/avatars/1/DD.svg"]) {
      await write(
        async (tx) => void (await tx.update(users).set({ image: "/samples/users/3.svg" }).where(eq(users.id, dan.id))),
      );
      expect((await call("PUT", "", { id: 6, image })).status).toBe(200);
      expect((await everyone())[5]?.image).toBeNull();
    }
  });

  it.each(['"2"', '"0"', "1", '"', "nonsense", "", '"1x"', '"2", "3"', "W/1"])(
    "PUT /api/users with If-Match %j is refused",
    async (tag) => {
      expect((await call("PUT", "", { id: 6, name: "Late" }, { "If-Match": tag })).status).toBe(412);
      expect((await call("DELETE", "?id=6", undefined, { "If-Match": tag })).status).toBe(412);
      expect((await call("DELETE", "", { ids: [6] }, { "If-Match": tag })).status).toBe(412);
      expect((await everyone())[5]).toEqual(dan);
    },
  );

  it.each(["*", '"1"', 'W/"1"', '"0", "1"', '"0" ,"1","7"'])(
    "PUT /api/users with the matching If-Match %j is executed",
    async (tag) => {
      expect((await call("PUT", "", { id: 6, name: "In Time" }, { "If-Match": tag })).status).toBe(200);
      expect((await call("DELETE", "?id=5", undefined, { "If-Match": tag })).status).toBe(200);
    },
  );

  it.each([[undefined], [null], ["x"], [1.5], [-1], [{}], [[6]]])(
    "PUT /api/users with the id %j returns 400",
    async (id) => {
      expect(await call("PUT", "", { id, name: "X" })).toMatchObject({
        status: 400,
        data: { message: "Invalid request" },
      });
    },
  );

  it("PUT /api/users of oneself cannot lock the user out", async () => {
    for (const status of ["Banned", "Pending", "Rejected"])
      expect(await call("PUT", "", { id: 1, status })).toMatchObject({
        status: 400,
        data: { errors: { status: expect.stringContaining("your own account") } },
      });
    expect((await call("PUT", "", { id: 1, name: "Ada Renamed", status: "Active" })).data.user).toMatchObject({
      name: "Ada Renamed",
      status: "Active",
    });
  });

  it("PUT /api/users of an absent user returns 404", async () => {
    expect(await call("PUT", "", { id: 999_999, name: "X" })).toMatchObject({
      status: 404,
      data: { message: "User not found" },
    });
  });
});

describe("DELETE /api/users", () => {
  it("DELETE /api/users with ids returns what remains", async () => {
    const { data } = await run<{ id: number }[]>(
      action,
      await signedIn(send("DELETE", "/api/users", { ids: [5, "6"] }), ada),
    );
    expect(data.map((user) => user.id)).toEqual([1, 2, 3, 4]);
  });

  it("DELETE /api/users with an id returns the deleted user, also with an empty list of ids", async () => {
    expect((await call("DELETE", "?id=6")).data.user).toMatchObject({ id: 6 });
    expect((await call("DELETE", "?id=5", { ids: [] })).data.user).toMatchObject({ id: 5 });
  });

  it("DELETE /api/users of oneself is refused with a message, and deletes nobody else either", async () => {
    const refused = { status: 400, data: { errors: { body: expect.stringContaining("your own account") } } };
    expect(await call("DELETE", "?id=1")).toMatchObject(refused);
    expect(await call("DELETE", "", { ids: [6, 1] })).toMatchObject(refused);
    expect((await everyone()).filter(({ deletedAt }) => deletedAt)).toHaveLength(1);
  });

  it("DELETE /api/users without an id returns 400, and of an absent one 404", async () => {
    expect(await call("DELETE", "")).toMatchObject({ status: 400 });
    expect(await call("DELETE", "?id=999999")).toMatchObject({ status: 404, data: { message: "User not found" } });
  });

  it("DELETE /api/users in batches is executed completely or not at all, even if the confirmation of identity expires in between", async () => {
    const usual = bulkLimits.rowsPerTransaction;
    bulkLimits.rowsPerTransaction = 1;
    const many = Array.from({ length: 100 }, (_, row) => ({ ...dan, id: 1000 + row, email: `many${row}@example.com` }));
    await write(async (tx) => void (await tx.insert(users).values(many)));
    const gone = () => db.$count(users, and(isNotNull(users.deletedAt), gte(users.id, 1000)));
    const answer = call("DELETE", "", { ids: many.map(({ id }) => id) });
    while ((await gone()) === 0) await nextTurn();
    await write(async (tx) => void (await tx.update(sessions).set({ provedAt: new Date(0) })));
    expect(await gone()).toBeLessThan(many.length);
    expect([(await answer).status, await gone()]).toEqual([200, many.length]);
    bulkLimits.rowsPerTransaction = usual;
  });

  it("accepts 10,000 ids at once, and refuses more with a message", async () => {
    const absent = Array.from({ length: 10_000 }, (_, index) => 1_000 + index);
    expect((await call("DELETE", "", { ids: absent })).status).toBe(404);
    expect(await call("DELETE", "", { ids: [6, ...absent] })).toMatchObject({
      status: 400,
      data: { errors: { ids: "Name at most 10,000 ids at once" } },
    });
    expect((await read("?id=6")).status).toBe(200);
  });

  it("DELETE /api/users of many users is short changes in one batch, and a late refusal undoes the others", async () => {
    const many = Array.from({ length: 50 }, (_, number) => ({
      ...dan,
      id: 100 + number,
      email: `${number}@example.com`,
    }));
    await write(async (tx) => void (await tx.insert(users).values(many)));
    const ids = many.map(({ id }) => id);
    const there = async () => (await everyone()).filter(({ id, deletedAt }) => id >= 100 && !deletedAt).length;
    expect(await call("DELETE", "", { ids: [...ids, ada.id] })).toMatchObject({
      status: 400,
      data: { errors: { body: expect.stringContaining("your own account") } },
    });
    expect(await there()).toBe(50);
    const before = new Set((await db.select().from(journal)).map(({ batch }) => batch));
    expect(await turnsOf(() => call("DELETE", "", { ids }))).toBeGreaterThanOrEqual(3);
    expect(await there()).toBe(0);
    const acts = (await db.select().from(journal)).filter(({ batch }) => !before.has(batch));
    expect([acts.length, new Set(acts.map(({ batch }) => batch)).size]).toEqual([50, 1]);
  });

  it("DELETE /api/users of the last owner is refused, and deletes none of the others either", async () => {
    await write(async (tx) => void (await tx.update(users).set({ uid: null }).where(eq(users.id, ada.id))));
    expect(await call("DELETE", "", { ids: [2, 6] })).toMatchObject({
      status: 400,
      data: { errors: { status: expect.stringContaining("last owner") } },
    });
    expect((await read("?id=6")).status).toBe(200);
  });
});

describe("the lists of options", () => {
  it("have an id, a title and a value for each option", async () => {
    const titles = async (name: string) =>
      (await run<{ title: string }[]>(lookup, await signedIn(`/api/users/${name}`, ada))).data;
    expect((await titles("roles")).at(0)).toEqual({ id: 1, title: "UX Designer", value: "UX Designer" });
    expect((await titles("Status/")).map(({ title }) => title)).toEqual(["Active", "Banned", "Pending", "Rejected"]);
  });
});

describe("/api/users", () => {
  it("returns 405 to other methods, and names the supported ones", async () => {
    const { status, headers } = await call("PATCH", "", body);
    expect({ status, allow: headers.get("Allow") }).toEqual({ status: 405, allow: "GET, POST, PUT, DELETE" });
  });

  it("returns 503 with a message if the disk is full", async () => {
    await fillDisk();
    let last = await call("POST", "", body);
    for (let number = 0; number < 100 && last.status === 200; number++)
      last = await call("POST", "", { ...body, email: `${number}@example.com` });
    expect(last).toMatchObject({ status: 503, data: { message: expect.stringContaining("disk is full") } });
    expect((await read("?id=6")).status).toBe(200);
  });

  it("refuses a change from another site", async () => {
    const strangers: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
    ];
    for (const headers of strangers) expect(await call("POST", "", body, headers)).toMatchObject({ status: 403 });
    expect(await everyone()).toHaveLength(7);
  });
});
