/** A sign-in from a browser that is new for the user is reported to them by mail. */
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db, write } from "db";
import { accounts, signIns, users } from "db/schema";
import { queueMail } from "~/core/mail/mail.server";
import { cast, password, testDatabase } from "~/testing/database";
import { get, post, run, withCookies } from "~/testing/requests";
import { action as changePassword } from "~/features/settings/security/security";
import { action as login } from "~/features/sign-in/login";
import { signOut } from "../sign-in.server";
import { rememberDevice, signInRequester } from "./known-device.server";

// A spy, not a mock: the test reads the mails.
vi.mock("~/core/mail/mail.server", { spy: true });

testDatabase();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T10:15:00Z") });
  await write(async (tx) => void (await tx.update(accounts).set({ createdAt: new Date() }))); // as if everyone had just registered
  vi.mocked(queueMail).mockClear();
});
afterEach(() => void vi.useRealTimers());

const { ada, ben } = cast;
const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36";
const hours = (count: number) => vi.setSystemTime(Date.now() + count * 3_600_000);
const told = () =>
  vi
    .mocked(queueMail)
    .mock.calls.map(([, mail]) => mail)
    .filter(({ subject }) => subject.includes("new browser"));

interface Visit {
  email?: string;
  secret?: string;
  device?: string;
  from?: string;
}

/** Signs in from a browser with these cookies, and returns a request with its cookies afterwards. */
async function visit(
  browser: Request,
  { email = ada.email, secret = password, device = chrome, from }: Visit = {},
): Promise<Request> {
  const cookies = { Cookie: browser.headers.get("Cookie") ?? "", "User-Agent": device };
  const answer = await run(login, post("/login", { email, password: secret }, cookies), {}, from);
  expect(answer.status).toBe(303);
  return withCookies(browser, answer.headers);
}
const leave = async (browser: Request) => withCookies(browser, (await signOut(browser)).headers);
const fresh = () => get("/");

it("a second browser is reported by mail with time, place and advice, and the first is not", async () => {
  const first = await visit(fresh());
  await visit(await leave(first));
  expect(told()).toEqual([]);
  await visit(fresh(), { from: "198.51.100.9" });
  expect(told()).toHaveLength(1);
  expect(told()[0]).toMatchObject({ to: ada.email, subject: "Your account was used in a new browser at Portico" });
  expect(told()[0]?.text).toMatch(
    /2026-11-23 10:15 UTC, Chrome on Windows, address 198\.51\.100\.9\n[^]*choose a new\npassword at once/,
  );
});

it("browsers that look alike are reported once a day, such as one without cookies", async () => {
  await visit(fresh());
  for (let again = 0; again < 3; again++) await visit(fresh());
  expect(told()).toHaveLength(1);
  await visit(fresh(), { device: "Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0" });
  await visit(fresh(), { from: "198.51.100.9" });
  expect(told()).toHaveLength(3);
  hours(25);
  await visit(fresh());
  expect(told()).toHaveLength(4);
});

it("browsers are known per user, and not by a forged cookie", async () => {
  await visit(fresh());
  await visit(fresh(), { email: ben.email });
  const shared = await leave(await visit(fresh(), { device: "Firefox/131.0 (X11; Linux)" }));
  vi.mocked(queueMail).mockClear();
  const both = await leave(await visit(shared, { email: ben.email, device: "Firefox/131.0 (X11; Linux)" }));
  expect(told().map(({ to }) => to)).toEqual([ben.email]);
  for (const email of [ada.email, ben.email]) await visit(both, { email, device: "Firefox/132.0 (X11; Linux)" });
  expect(told()).toHaveLength(1);
  const made = `${/known[^=]*(?==)/.exec(both.headers.get("Cookie") ?? "")?.[0]}=${Buffer.from(JSON.stringify([[ada.id, Date.now()]])).toString("base64")}`;
  await visit(get("/", { Cookie: made }), { device: "Edg/130.0 (Windows)" });
  expect(told()).toHaveLength(2);
});

it("a user is known to the sign-in queues in their own browser, however the domain is spelled", async () => {
  await write(
    async (tx) => void (await tx.update(users).set({ email: "ada@müller.example" }).where(eq(users.id, ada.id))),
  );
  const browser = withCookies(get("/"), new Headers({ "Set-Cookie": await rememberDevice(get("/"), ada.id) }));
  for (const email of ["Ada@müller.example", " ada@xn--mller-kva.example"])
    expect(await signInRequester(browser, email)).toEqual({ key: `person ${ada.id}`, isKnown: true });
});

it("after a change of password other known browsers are reported again", async () => {
  const [thief, owner] = [await visit(fresh()), await visit(fresh(), { device: "Firefox/131.0 (X11; Linux)" })];
  vi.mocked(queueMail).mockClear();
  hours(1);
  const secret = "green kettle 92";
  const changed = await run(
    changePassword,
    withCookies(
      post("/settings/security", { currentPassword: password, password: secret, key: "k" }),
      new Headers(cookiesOf(owner)),
    ),
  );
  expect(changed.status).toBe(303);
  const [person] = await db.select().from(users).where(eq(users.id, ada.id));
  expect(person?.accessEndedAt).not.toBeNull();
  hours(1);
  await visit(await leave(withCookies(owner, changed.headers)), { secret, device: "Firefox/131.0 (X11; Linux)" });
  expect(told()).toEqual([]);
  hours(24);
  await visit(thief, { secret });
  expect(told()).toHaveLength(1);
});

it("the first known sign-in is reported too, unless user or account are new", async () => {
  await visit(fresh());
  await write(async (tx) => void (await tx.delete(signIns)));
  hours(13 * 30 * 24);
  await visit(fresh(), { from: "198.51.100.9" });
  expect(told().map(({ to }) => to)).toEqual([ada.email]);
  await write(async (tx) => void (await tx.update(users).set({ createdAt: new Date() }).where(eq(users.id, ben.id))));
  await visit(fresh(), { email: ben.email });
  expect(told()).toHaveLength(1);
});

/** Returns the browser's cookies as `Set-Cookie` headers. */
const cookiesOf = (browser: Request) =>
  (browser.headers.get("Cookie") ?? "").split("; ").map((cookie): [string, string] => ["Set-Cookie", cookie]);
