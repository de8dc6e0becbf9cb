/** API tokens at `/api`, as programs use them. */
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import type { AreaAccess } from "db/lookups";
import { apiTokens, formKeys, journal, users } from "db/schema";
import { action as change, loader as read } from "~/features/api/resource";
import { mailSettled } from "~/core/mail/mail.server";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { get, run, send, signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { afterPasswordReset } from "~/features/sign-in/admit.server";
import { userOfRequest, requireUser } from "../session.server";
import { endOtherSessions } from "../sessions/sessions.server";
import { listTokens, makeToken, type NewToken, repeatedToken, revokeToken } from "./api-tokens.server";

testDatabase();
const now = new Date();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(async () => {
  vi.useRealTimers();
  await mailSettled();
});

const days = (count: number) => vi.setSystemTime(Date.now() + count * 86_400_000);
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
let keys = 0;
const newKey = () => `00000000-0000-0000-0000-${String(++keys).padStart(12, "0")}`;

const all: AreaAccess = { sales: "change", support: "change", people: "change", reports: "change" };
const viewing: AreaAccess = { sales: "view", support: "view", people: "view", reports: "view" };

async function make(values: Partial<NewToken> = {}, person = cast.ada, key = newKey()) {
  const made = await makeToken(person, { name: "Report", areas: all, access: true, life: 90, ...values }, key);
  if (!made.ok) throw new Error(made.why);
  return made;
}

const list = (token: string, headers = {}) =>
  run<{ message: string }>(read, get("/api/users?size=10", { ...bearer(token), ...headers }));
const rename = (token: string, headers = {}) =>
  run<{ message: string }>(
    change,
    send("PUT", "/api/users", { id: cast.ben.id, phone: "+47 111 22 333" }, { ...bearer(token), ...headers }),
  );
const phoneOfBen = async () => (await userResource.unrestricted.find(cast.ben.id))?.phone;

describe("an API token", () => {
  it("lets a program do what its user may, in that user's name", async () => {
    const { token } = await make();
    expect(token).toMatch(/^portico_[\w-]{43}$/);
    expect((await list(token)).status).toBe(200);
    expect((await rename(token)).status).toBe(200);
    expect(await phoneOfBen()).toBe("+47 111 22 333");
    const [entry] = await db
      .select()
      .from(journal)
      .where(eq(journal.recordId, String(cast.ben.id)));
    expect(entry).toMatchObject({ byId: cast.ada.id, action: "changed" });
  });

  it("an API token that may only read changes nothing", async () => {
    const { token } = await make({ areas: viewing });
    expect((await list(token)).status).toBe(200);
    const answer = await rename(token);
    expect(answer).toMatchObject({
      status: 403,
      data: { message: "This token may only read, so nothing was changed." },
    });
    expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope"');
    expect(await phoneOfBen()).toBe(cast.ben.phone);
    for (const method of ["POST", "PATCH", "DELETE"])
      expect((await run(change, send(method, "/api/users", { ids: [cast.ben.id] }, bearer(token)))).status).toBe(403);
    expect(await userResource.unrestricted.find(cast.ben.id)).toMatchObject({ deletedAt: null });
  });

  it("is stored as a hash, and is not in the journal", async () => {
    const { token, row } = await make();
    expect(JSON.stringify([await db.select().from(apiTokens), await db.select().from(journal)])).not.toContain(
      token.slice(12),
    );
    expect(token.startsWith(row.start)).toBe(true);
    expect(row.start).toHaveLength(12);
  });

  it("an API token that was revoked is refused immediately, with a message", async () => {
    const { token, row } = await make();
    expect((await list(token)).status).toBe(200);
    expect(await listTokens(cast.ben.id)).toEqual([]);
    expect(await revokeToken(cast.ben, row.id)).toBeUndefined();
    expect((await list(token)).status).toBe(200);
    expect(await revokeToken(cast.ada, row.id)).toMatchObject({ name: "Report" });
    for (const answer of [await list(token), await rename(token)]) {
      expect(answer).toMatchObject({
        status: 401,
        data: {
          message: expect.stringMatching(/^This token is not known here: it was revoked.*\/settings\/security\.$/),
        },
      });
      expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
    }
    expect(await phoneOfBen()).toBe(cast.ben.phone);
  });

  it("ends on its expiry date", async () => {
    const [month, year] = [await make({ life: 30 }), await make({ life: 365 })];
    days(29.99);
    expect((await list(month.token)).status).toBe(200);
    vi.setSystemTime(month.row.expiresAt);
    expect(await list(month.token)).toMatchObject({
      status: 401,
      data: { message: expect.stringMatching(/^This token expired on \d+ \w+ \d{4}\. Make a new one at /) },
    });
    expect((await rename(month.token)).status).toBe(401);
    expect((await list(year.token)).status).toBe(200);
    days(335);
    expect((await list(year.token)).status).toBe(401);
  });

  it("an API token that does not exist is refused, however it is written", async () => {
    await make();
    for (const Authorization of [
      "Bearer",
      "Bearer ",
      "bearer made-up",
      `Bearer portico_${"A".repeat(43)}`,
      "BEARER a b",
    ]) {
      expect(await run(read, get("/api/users", { Authorization }))).toMatchObject({
        status: 401,
        data: { message: expect.stringContaining("not known here") },
      });
    }
    const none = await run(read, get("/api/users", { Authorization: "Basic YTpi" }));
    expect([none.status, none.data, none.headers.get("WWW-Authenticate")]).toEqual([
      401,
      { message: "Unauthorized" },
      "Bearer",
    ]);
  });

  it("ends when its user is banned, rejected, trashed, or gets a new password by mail", async () => {
    const ends = [
      () => userResource.setStatus(cast.ben, [cast.ada.id], "Banned"),
      () => userResource.setStatus(cast.ben, [cast.ada.id], "Rejected"),
      () => userResource.trash(cast.ben, [cast.ada.id]),
      () =>
        write((tx) =>
          afterPasswordReset(tx, {
            uid: cast.ada.uid ?? "",
            email: cast.ada.email,
            emailVerified: true,
            displayName: "",
            disabled: false,
          }),
        ),
    ];
    for (const end of ends) {
      const { token } = await make();
      expect((await list(token)).status).toBe(200);
      await end();
      expect((await list(token)).status).toBe(401);
      await userResource.restore(cast.ben, [cast.ada.id]);
      await userResource.setStatus(cast.ben, [cast.ada.id], "Active");
      expect((await list(token)).status).toBe(401);
    }
    expect(await db.$count(apiTokens)).toBe(0);
  });

  it("is refused while its user may not sign in, whoever changed that and however", async () => {
    const { token } = await make();
    for (const values of [{ status: "Pending" as const }, { deletedAt: now }, { deactivatedAt: now }]) {
      await write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, cast.ada.id))));
      expect((await list(token)).status).toBe(401);
      await write(
        async (tx) =>
          void (await tx
            .update(users)
            .set({ status: "Active", deletedAt: null, deactivatedAt: null })
            .where(eq(users.id, cast.ada.id))),
      );
      expect((await list(token)).status).toBe(200);
    }
  });

  it("stays valid when other browsers are logged out", async () => {
    const { token } = await make();
    await write((tx) => endOtherSessions(tx, cast.ada.id, undefined));
    expect((await list(token)).status).toBe(200);
  });

  it("takes precedence over a cookie, whatever the cookie allows", async () => {
    const { token } = await make({}, cast.ben);
    const cookie = (await signedIn("/", cast.ada)).headers.get("Cookie") ?? "";
    const who = async (Authorization: string) =>
      (await userOfRequest(get("/api/users", { Authorization, Cookie: cookie })))?.id;
    expect(await who(`Bearer ${token}`)).toBe(cast.ben.id);
    expect(await who("Basic YTpi")).toBe(cast.ada.id);
    expect(
      await run(({ request }) => userOfRequest(request), get("/api/users", { ...bearer("made-up"), Cookie: cookie })),
    ).toMatchObject({ status: 401 });
  });

  it("opens no page, and not the page of the API either", async () => {
    const { token } = await make();
    for (const path of ["/users", "/api", "/settings/security", "/session"]) {
      expect(await run(({ request }) => requireUser(request, "account"), get(path, bearer(token)))).toMatchObject({
        status: 302,
        location: expect.stringMatching(/^\/login/),
      });
    }
  });

  it("changes nothing from a page of another site", async () => {
    const { token } = await make();
    for (const headers of [{ Origin: "https://evil.example" }, { "Sec-Fetch-Site": "cross-site" }])
      expect((await rename(token, headers)).status).toBe(403);
    expect(await phoneOfBen()).toBe(cast.ben.phone);
  });

  it("works during maintenance, like its user", async () => {
    const { token } = await make();
    await withConfig({ maintenance: true }, async () => {
      expect((await list(token)).status).toBe(200);
      expect((await list("made-up")).status).toBe(401);
    });
  });

  it("stores its last use, at most every five minutes", async () => {
    const { token } = await make();
    const used = async () => {
      await list(token);
      await write(async () => undefined);
      return (await listTokens(cast.ada.id))[0]?.lastUsedAt?.getTime();
    };
    const first = Date.now();
    expect(await used()).toBe(first);
    days(4 / 1440);
    expect(await used()).toBe(first);
    days(2 / 1440);
    expect(await used()).toBe(Date.now());
  });
});

describe("creating a token", () => {
  it("twice with the same form creates one, and shows it both times", async () => {
    const key = newKey();
    const both = await Promise.all([make({}, cast.ada, key), make({}, cast.ada, key)]);
    expect(both[0].token).toBe(both[1].token);
    expect(await db.$count(apiTokens)).toBe(1);
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it("again with the same form, later or with other values, says that it exists and shows nothing", async () => {
    const key = newKey();
    const { row } = await make({}, cast.ada, key);
    const again = (values: Partial<NewToken> = {}) =>
      makeToken(cast.ada, { name: "Report", areas: all, access: true, life: 90, ...values }, key);
    const refused = {
      ok: false,
      why: expect.stringContaining("It made the token “Report”, which is not shown again.") as string,
    };
    expect(await again({ areas: viewing })).toEqual(refused);
    expect(await again({ name: "Other" })).toEqual(refused);
    expect(await makeToken(cast.ben, { name: "Report", areas: all, access: true, life: 90 }, key)).toMatchObject({
      ok: false,
      why: expect.not.stringContaining("Report") as string,
    });
    days(1 / 1440 + 0.0001);
    expect(await again()).toEqual(refused);
    await revokeToken(cast.ada, row.id);
    expect(await again()).toMatchObject({ ok: false, why: expect.stringContaining("revoked since") as string });
    expect(await db.$count(apiTokens)).toBe(0);
  });

  it("after the second of two was revoked needs one confirmation, as the first time", async () => {
    const wanted = { name: "Report", areas: all, access: true, life: 90 };
    /** Sends a new form until it makes a token, with the key of each answer; returns what it was asked. */
    const confirmed = async () => {
      const asked: string[] = [];
      let key = newKey();
      for (let sent = 0; sent < 6; sent++) {
        const repeated = await repeatedToken(cast.ada, wanted, key);
        if (repeated) {
          asked.push(repeated.why);
          key = repeated.key;
          continue;
        }
        const made = await makeToken(cast.ada, wanted, key);
        if (made.ok) return { asked, row: made.row };
        asked.push(made.why);
        key = newKey();
      }
      throw new Error(asked.join("\n"));
    };
    const first = await confirmed();
    expect(first.asked).toEqual([]);
    for (let round = 0; round < 3; round++) {
      const { asked, row } = await confirmed();
      expect(asked).toEqual([expect.stringContaining("a short while ago")]);
      await revokeToken(cast.ada, row.id);
    }
  });

  it("creating a token with an expired form, or with another user's, creates another one", async () => {
    const key = newKey();
    const { token, row } = await make({}, cast.ada, key);
    expect((await make({}, cast.ben, newKey())).token).not.toBe(token);
    await revokeToken(cast.ada, row.id);
    days(8);
    await write(async (tx) => void (await tx.delete(formKeys)));
    expect((await make({}, cast.ada, key)).token).not.toBe(token);
    expect((await list(token)).status).toBe(401);
  });

  it("is refused after twenty valid ones", async () => {
    for (let made = 0; made < 20; made++) await make({ life: 30 });
    expect(await makeToken(cast.ada, { name: "One more", areas: viewing, access: false, life: 30 }, newKey())).toEqual({
      ok: false,
      why: "You have 20 tokens already. Revoke one that you no longer use first.",
    });
    expect((await make({}, cast.ben)).ok).toBe(true);
    days(31);
    expect((await make()).ok).toBe(true);
  });
});
