/** Security events in the log: who, from where, with what outcome, and without secrets. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { write } from "db";
import { log } from "~/core/process/log.server";
import { inRequest } from "~/core/process/security-log.server";
import { mailSettled } from "~/core/mail/mail.server";
import { cast, password, testDatabase } from "~/testing/database";
import { address, get, post, run, signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { afterPasswordReset } from "~/features/sign-in/admit.server";
import { local } from "~/auth/identity/local.server";
import { action as login } from "~/features/sign-in/login";
import { action as logout } from "~/features/sign-in/logout";
import { userOfRequest } from "~/auth/session.server";
import { refusalsWritten } from "~/auth/sessions/sign-ins.server";
import { makeToken, revokeToken } from "~/auth/tokens/api-tokens.server";

testDatabase();

const { ada, ben } = cast;
const from = { security: true, id: "a1b2c3d4e5", address };

beforeEach(() => {
  vi.spyOn(log, "info");
  vi.spyOn(log, "warn");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await mailSettled();
});

/** Returns the security events that were logged while `act` ran, by level. */
async function events(act: () => Promise<unknown>) {
  vi.clearAllMocks();
  await inRequest({ id: from.id, address }, act);
  await refusalsWritten();
  const of = (level: "info" | "warn") =>
    vi.mocked(log[level]).mock.calls.flatMap(([line, text]: unknown[]) => (text === "security event" ? [line] : []));
  const found = { info: of("info"), warn: of("warn") };
  expect(JSON.stringify(found)).not.toMatch(new RegExp(`${password}|not the password|portico_|@example`));
  return found;
}

const logIn = (fields: Record<string, string> = {}) =>
  run(login, post("/login", { email: ada.email, password, ...fields }));

test("successful and failed sign-ins are logged as security events", async () => {
  expect(await events(() => logIn())).toEqual({
    info: [{ ...from, event: "sign-in", outcome: "success", userId: ada.id, way: "password" }],
    warn: [],
  });
  expect(await events(() => logIn({ password: "not the password" }))).toEqual({
    info: [],
    warn: [
      {
        ...from,
        event: "sign-in",
        outcome: "failure",
        userId: ada.id,
        way: "password",
        why: expect.any(String) as string,
      },
    ],
  });
  expect(await events(() => logIn({ email: "nobody@example.com" }))).toEqual({
    info: [],
    warn: [{ ...from, event: "sign-in", outcome: "failure", way: "password", why: "unknown-person" }],
  });
});

test("exceeding the limit of attempts is logged as a security event", async () => {
  for (let tries = 0; tries < 10; tries++) await logIn({ password: "not the password" });
  await refusalsWritten();
  expect((await events(() => logIn())).warn).toEqual([
    { ...from, event: "rate-limit", outcome: "failure", userId: ada.id, what: "sign-in" },
  ]);
});

test("logging out is logged as a sign-out", async () => {
  const request = await signedIn(post("/logout"), ada);
  expect((await events(() => run(logout, request))).info).toEqual([
    { ...from, event: "sign-out", outcome: "success", userId: ada.id },
  ]);
});

test("creating, revoking and failing to use a token is logged", async () => {
  const account = { ...from, event: "account", outcome: "success", userId: ada.id, byId: ada.id };
  const made = await makeToken(
    ada,
    { name: "Report", areas: { sales: "view" }, access: false, life: 90 },
    "00000000-0000-0000-0000-000000000001",
  );
  if (!made.ok) throw new Error(made.why);
  expect(
    (
      await events(() =>
        makeToken(
          ada,
          { name: "More", areas: { sales: "view" }, access: false, life: 90 },
          "00000000-0000-0000-0000-000000000002",
        ),
      )
    ).info,
  ).toEqual([{ ...account, what: "made an API token" }]);
  expect((await events(() => revokeToken(ada, made.row.id))).info).toEqual([
    { ...account, what: "revoked an API token" },
  ]);
  const tried = await events(() =>
    userOfRequest(get("/api/users", { Authorization: `Bearer ${made.token}` })).catch(() => undefined),
  );
  expect(tried.warn).toEqual([{ ...from, event: "sign-in", outcome: "failure", way: "token", why: "invalid-token" }]);
});

test("a new password is logged, with the sessions that end", async () => {
  const account = await local.signIn(ada.email, password);
  const { info } = await events(() => write((tx) => afterPasswordReset(tx, account)));
  expect(info).toEqual(
    expect.arrayContaining([
      { ...from, event: "sessions-ended", outcome: "success", userId: ada.id },
      {
        ...from,
        event: "account",
        outcome: "success",
        userId: ada.id,
        byId: ada.id,
        what: "chose a new password by a link in the mail",
      },
    ]),
  );
});

test("granting and removing access is logged, but not for people without a login or rolled-back changes", async () => {
  const access = { ...from, event: "access", outcome: "success", userId: ben.id, byId: ada.id };
  const ended = { ...from, event: "sessions-ended", outcome: "success", userId: ben.id };
  expect((await events(() => userResource.setStatus(ada, [ben.id], "Banned"))).info).toEqual([
    ended,
    { ...access, what: "Active to Banned" },
  ]);
  expect((await events(() => userResource.trash(ada, [ben.id]))).info).toEqual([
    { ...access, what: "Banned to in the trash" },
  ]);
  expect(await events(() => userResource.setStatus(ada, [cast.dan.id], "Banned"))).toEqual({ info: [], warn: [] });
  expect(await events(() => userResource.setStatus(ada, [ada.id], "Banned"))).toEqual({ info: [], warn: [] }); // the last user who can sign in cannot be banned
});
