/** Access that ends while a request is still running: the request changes nothing from then on. */
import { setImmediate as immediate, setTimeout as pause } from "node:timers/promises";
import { eq, like } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { apiTokens, facts, imports, secondFactorFact, sessions, type User, users } from "db/schema";
import { action as api } from "~/features/api/resource";
import { newAct } from "~/core/resource/act.server";
import { startImport } from "~/core/import/import-jobs.server";
import { action as undo } from "~/features/records/undo";
import { exportRows } from "~/core/list/export.server";
import { action as bulk } from "~/features/records/bulk";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import { jobOf, jobsEnded } from "~/core/jobs/jobs.server";
import { loader as data } from "~/features/settings/data";
import { withAccess } from "~/testing/people";
import { workerEnded, useWorker } from "~/core/jobs/worker.server";
import { inContext, outsideRequest } from "~/core/http/request-context.server";
import { action as upload } from "~/features/import/upload";
import { endAllSessions } from "~/features/team/access/end-all.server";
import { giveAccess } from "~/features/team/access/give.server";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { tryFile } from "~/testing/imports";
import { type Answer, post, run, send, signedIn, toast } from "~/testing/requests";
import { threadProgram } from "~/testing/thread/thread-program";
import { oneFact, factsOfTests } from "~/testing/thread/thread-work";
import { action as createInvoice } from "~/features/invoices/create";
import { action as edit } from "~/features/users/edit";
import { userValues } from "~/features/users/rules.server";
import { chunks } from "~/core/values/chunks";
import { userResource } from "~/features/users/users.server";
import { onBehalfOf } from "~/core/resource/admission-check.server";
import { deactivate } from "~/features/deactivation/deactivation.server";
import { userOfRequest } from "~/auth/session.server";
import { signOut } from "~/auth/sign-in.server";
import { makeToken } from "~/auth/tokens/api-tokens.server";

testDatabase();
const { ada, ben, dan } = cast;
const usual = { ...bulkLimits };
afterEach(async () => {
  await jobsEnded();
  Object.assign(bulkLimits, usual);
});

const ban = () => userResource.setStatus(ada, [ben.id], "Banned");
const lower = () => write((tx) => giveAccess(tx, ada, ben.id, { access: "staff", areas: { people: "view" } }));

/** The ways in which Ben's access ends. */
const endings: [string, () => Promise<unknown>][] = [
  ["was banned", ban],
  ["was given less access", lower],
  ["was moved to the trash", () => userResource.trash(ada, [ben.id])],
  ["deactivated their account elsewhere", () => deactivate(ben)],
  ["was logged out everywhere", () => write((tx) => endAllSessions(tx, ada, ben.id))],
];

/** Returns the request with a body that is held back until it is released. */
function heldBack(request: Request) {
  let reached: () => void;
  let release: () => void;
  const asked = new Promise<void>((resolve) => (reached = resolve));
  const held = new Promise<void>((resolve) => (release = resolve));
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reached();
        await held;
        controller.enqueue(new Uint8Array(await request.arrayBuffer()));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { url, method, headers } = request;
  return { slow: new Request(url, { method, headers, body, duplex: "half" }), asked, release: () => release() };
}

/** Returns the result of a request when something happens after it was admitted and before its body has arrived. */
async function meanwhile(
  act: Parameters<typeof run>[0],
  request: Request,
  happens: () => Promise<unknown>,
  params: Record<string, string> = {},
): Promise<Answer> {
  const { slow, asked, release } = heldBack(request);
  const answer = run(act, slow, params);
  await asked;
  await happens();
  release();
  return answer;
}

const { name: _, ...same } = userValues(dan);
const saves = { ...same, name: "Dan Changed", role: dan.role ?? "", revision: "1" };
const rowOf = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0] as User;
const program = { name: "Program", areas: { people: "change" as const }, access: false, life: 30 };

const newcomer = { name: "Nora New", email: "nora@example.com", status: "Pending" };

async function bearer(): Promise<Record<string, string>> {
  const made = await makeToken(ben, program, "00000000-0000-0000-0000-00000000000a");
  if (!made.ok) throw new Error(made.why);
  return { Authorization: `Bearer ${made.token}` };
}

it("a request whose body arrives slowly is executed while its user still has access", async () => {
  const answer = await meanwhile(edit, await signedIn(post(`/users/${dan.id}`, saves), ben), async () => undefined, {
    id: String(dan.id),
  });
  expect(answer.status).toBe(303);
  expect((await rowOf(dan.id)).name).toBe("Dan Changed");
});

describe.each(endings)("a request whose person %s while it was read", (_, end) => {
  it("changes nothing through a form, and redirects to the login with a message", async () => {
    const answer = await meanwhile(edit, await signedIn(post(`/users/${dan.id}`, saves), ben), end, {
      id: String(dan.id),
    });
    expect(answer).toMatchObject({ status: 303, location: "/login?from=%2F" });
    expect(toast(answer)).toContain("You were signed out, so your last change was not saved.");
    expect((await rowOf(dan.id)).name).toBe(dan.name);
  });

  it.each([
    ["a token", bearer],
    ["a session", async () => ({ Cookie: (await signedIn("/", ben)).headers.get("Cookie") ?? "" })],
  ])("changes nothing through /api with %s", async (_, headers) => {
    const answer = await meanwhile(
      api,
      send("PUT", "/api/users", { id: dan.id, phone: "+47 555 01 99" }, await headers()),
      end,
    );
    expect([answer.status, (await rowOf(dan.id)).phone]).toEqual([401, dan.phone]);
  });

  it.each([
    ["a person who is not there", "PUT", { id: 999_999, phone: "1" }, {}],
    ["what is wrong", "PUT", { id: dan.id, status: "Asleep" }, {}],
    ["what is there already", "PUT", { id: dan.id, phone: dan.phone }, {}],
    ["what was answered before", "POST", newcomer, { "Idempotency-Key": "once" }],
  ])("gets no answer from /api about %s", async (_, method, body, headers) => {
    const request = async () => send(method, "/api/users", body, { ...headers, ...(await bearer()) });
    const first = await request();
    await run(api, first.clone());
    expect((await meanwhile(api, first, end)).status).toBe(401);
  });

  it("gets no suggestions of people from a form that is not saved", async () => {
    const form = { customer: "dan", rows: "find:customer" };
    const answer = await meanwhile(createInvoice, await signedIn(post("/invoices/create", form), ben), end);
    expect(answer).toMatchObject({ status: 303, location: "/login?from=%2F" });
  });

  it("does not create an API token", async () => {
    const form = async ({ request }: { request: Request }) => {
      await userOfRequest(request);
      await outsideRequest(end);
      return makeToken(ben, program, "00000000-0000-0000-0000-00000000000b");
    };
    expect((await run(form, await signedIn("/settings/security/tokens", ben))).location).toMatch(/^\/login/);
    expect(await db.$count(apiTokens)).toBe(0);
  });

  it("does not import a file", async () => {
    const body = new FormData();
    body.set("encoding", "auto");
    body.set("file", new File(["name,email\nMany,many@example.com\n"], "users.csv", { type: "text/csv" }));
    const request = new Request(`${config.appUrl}/users/import`, { method: "POST", body });
    const answer = await meanwhile(upload, await signedIn(request, ben), end, { kind: "users" });
    expect([answer.location?.split("?")[0], await db.$count(imports)]).toEqual(["/login", 0]);
  });
});

it("a download that is read slowly stops in the middle when the access ends", async () => {
  const people = Array.from({ length: 1500 }, (_, row) => ({
    ...dan,
    id: 1000 + row,
    uid: null,
    name: `Many ${"x".repeat(90)} ${row}`,
    email: `many${row}@example.com`,
  }));
  await write(async (tx) => {
    for (const some of chunks(people, 500)) await tx.insert(users).values(some);
  });
  const file = async ({ request }: { request: Request }) => {
    await userOfRequest(request);
    return {
      body: (await exportRows(request, userResource.listing, { name: (row) => row.name, email: (row) => row.email }))
        .body,
    };
  };
  const { data } = await run<{ body: ReadableStream<Uint8Array> }>(file, await signedIn("/users.csv", ben));
  const reader = data.body.getReader();
  expect((await reader.read()).done).toBe(false);
  await ban();
  await expect(reader.read()).rejects.toThrow("may not read it any more");
});

it("the download of one's own data that is read slowly stops in the middle when the access ends", async () => {
  const { body } = await inContext({ searches: [] }, async () =>
    data({
      request: await signedIn("/settings/data.zip", ben),
      params: {},
      context: { nonce: "", requestId: "", address: "" },
    }),
  );
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  expect((await reader.read()).done).toBe(false);
  await ban();
  await expect(reader.read()).rejects.toThrow("may not read it any more");
});

it("a body that arrives slowly is checked again when it is complete, also for /api", async () => {
  const request = await signedIn(send("PUT", "/api/users", { id: dan.id, status: "Banned" }), ben);
  const later = () => write(async (tx) => void (await tx.update(sessions).set({ provedAt: new Date(0) })));
  expect((await meanwhile(api, request, later)).status).toBe(403);
  expect((await rowOf(dan.id)).status).toBe("Active");
});

it("an address is not changed if its person was given access meanwhile", async () => {
  const reader = await withAccess(ben, "admin");
  const request = await signedIn(post(`/users/${dan.id}`, { ...saves, email: "other@example.com" }), reader);
  await write(async (tx) => void (await tx.update(sessions).set({ provedAt: new Date(0) })));
  await withConfig({ clientRegistration: false }, async () => {
    const { slow, asked, release } = heldBack(request);
    const answer = run(edit, slow, { id: String(dan.id) });
    await asked;
    let give = () => {};
    const held = new Promise<void>((resolve) => (give = resolve));
    const giving = write(async (tx) => {
      await held;
      await giveAccess(tx, ada, dan.id, { access: "staff", areas: { sales: "change" } });
    });
    release();
    await pause(300); // until the request has read that Dan has no access
    give();
    await giving;
    expect(await answer).toMatchObject({
      status: 400,
      data: { form: { errors: { "": expect.stringContaining("nothing was saved") } } },
    });
  });
  expect((await rowOf(dan.id)).email).toBe(dan.email);
});

describe("a form with a future revision does not reactivate a user who is banned meanwhile", () => {
  /** Returns a request that sets Dan to Active, from a session authenticated an hour before. */
  async function unban() {
    const reader = await withAccess(ben, "admin");
    const request = await signedIn(post(`/users/${dan.id}`, { ...saves, status: "Active", revision: "2" }), reader);
    await write(async (tx) => void (await tx.update(sessions).set({ provedAt: new Date(Date.now() - 3_600_000) })));
    return request;
  }
  const params = { id: String(dan.id) };

  it("while its body is still arriving", async () => {
    const answer = await meanwhile(edit, await unban(), () => userResource.setStatus(ada, [dan.id], "Banned"), params);
    expect(answer.location).toMatch(/^\/confirm/);
    expect((await rowOf(dan.id)).status).toBe("Banned");
  });

  it("while it waits for its turn to write", async () => {
    const request = await unban();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const ban = write(async (tx) => {
      await held;
      await userResource.within.change(tx, newAct(ada), dan.id, { status: "Banned" });
    });
    const answer = run<{ versions?: object }>(edit, request, params);
    await pause(300); // until the request has read Dan's record
    release();
    await ban;
    expect((await answer).data).toMatchObject({
      form: { errors: { "": expect.stringContaining("nothing was saved") } },
    });
    expect((await rowOf(dan.id)).status).toBe("Banned");
  });
});

it("a request that ends its own session is executed completely", async () => {
  const { data } = await run(
    async ({ request }) => {
      await userOfRequest(request);
      await signOut(request);
      await write(async (tx) => void (await tx.update(users).set({ phone: "after" }).where(eq(users.id, ben.id))));
      return "done";
    },
    await signedIn("/", ben),
  );
  expect([data, (await rowOf(ben.id)).phone]).toEqual(["done", "after"]);
});

it("a request changes nothing if a second factor is required of its user meanwhile", async () => {
  const demand = () =>
    write(async (tx) => void (await tx.insert(facts).values({ name: secondFactorFact, value: "now" })));
  const answer = await meanwhile(edit, await signedIn(post(`/users/${dan.id}`, saves), ben), demand, {
    id: String(dan.id),
  });
  expect(answer.location).toMatch(/^\/login/);
  expect((await rowOf(dan.id)).name).toBe(dan.name);
});

describe("when the access of a job's user ends in the middle", () => {
  const ids = Array.from({ length: 60 }, (_, number) => 100 + number);
  beforeEach(async () => {
    Object.assign(bulkLimits, { maxRowsAtOnce: 10, rowsPerTransaction: 5 });
    await write(
      async (tx) =>
        void (await tx.insert(users).values(
          ids.map((id) => ({
            ...dan,
            id,
            uid: null,
            name: `Many ${id}`,
            email: `many${id}@example.com`,
            country: "Peru",
          })),
        )),
    );
  });

  const inTrash = async () =>
    (await db.select().from(users).where(like(users.email, "many%"))).filter(({ deletedAt }) => deletedAt).length;
  const runAt = (location: string | null) => location?.replace("/jobs/", "") ?? "";
  const all = "/users/bulk?q=peru&act=delete";

  /** Starts a run that moves all of them to the trash for Ben. */
  async function deleting() {
    await run(bulk, await signedIn(post(all), ben));
    await jobsEnded();
    const { location } = await run(bulk, await signedIn(post(all, { matched: "60", changes: "60" }), ben));
    return runAt(location);
  }

  it("a bulk action stops and says why, but continues if only a session ended", async () => {
    const id = await deleting();
    while ((await inTrash()) < 10) await immediate();
    await write(async (tx) => void (await tx.delete(sessions).where(eq(sessions.userId, ben.id))));
    while ((await inTrash()) < 20) await immediate();
    await ban();
    await jobsEnded();
    const done = await inTrash();
    expect(done).toBeLessThan(60);
    expect(jobOf(ben.id, id)?.end).toMatchObject({
      tone: "error",
      text: `The access of whoever began this has ended or was changed, so not all was changed. ${done} users moved to the trash before that.`,
    });
  });

  it("an import is rolled back", async () => {
    const csv = `name,email,role,status\n${ids.map((id) => `New ${id},new${id}@example.com,Data Scientist,Pending\n`).join("")}`;
    const { file } = await tryFile("users", csv, { by: ben });
    const living = async () =>
      (await db.select().from(users).where(like(users.email, "new%"))).filter(({ deletedAt }) => !deletedAt).length;
    let job: ReturnType<typeof startImport> | undefined;
    const importing = async ({ request }: { request: Request }) => {
      await userOfRequest(request);
      job = startImport(ben, file);
      return null;
    };
    await run(importing, await signedIn("/", ben));
    while ((await living()) < 20 && !job?.end) await immediate();
    await lower();
    await jobsEnded();
    expect(job?.end?.text).toMatch(
      /^The access of whoever began this has ended or was changed, so not all was imported\. What had been imported by then was undone/,
    );
    expect(await living()).toBe(0);
  });

  it("a large undo stops in the middle", async () => {
    const trashed = await userResource.trash(ada, ids);
    const { location } = await run(
      undo,
      await signedIn(post("/undo", { batch: (trashed.ok && trashed.batch) || "", back: "/users" }), ben),
    );
    while ((await inTrash()) > 50) await immediate();
    await ban();
    await jobsEnded();
    expect(await inTrash()).toBeGreaterThan(0);
    expect(jobOf(ben.id, runAt(location))?.end).toMatchObject({
      tone: "error",
      text: expect.stringMatching(
        /^The access of whoever began this has ended or was changed, so not all was undone\. Undone: \d+ changes/,
      ),
    });
  });

  describe("in a worker thread", () => {
    beforeAll(async () => useWorker(await threadProgram()));
    afterEach(workerEnded);
    afterAll(() => useWorker(undefined));

    it("nothing is changed after a ban", async () => {
      const note = (name: string) => onBehalfOf(ben, () => oneFact(name, 5000, () => undefined));
      await note("before");
      await ban();
      await expect(note("after")).rejects.toThrow("The access of whoever began this has ended");
      expect(await factsOfTests()).toEqual(["before"]);
    });
  });
});
