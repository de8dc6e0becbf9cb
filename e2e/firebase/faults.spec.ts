/**
 * If the identity provider fails, signed-in users can go on, nobody can sign in, an error is shown, and everything
 * recovers afterwards.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { projectId } from "../../scripts/emulator/emulator.mjs";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { addUser } from "../records";
import { mailedLink, unique } from "../support";
import { expect, makeOwner, test } from "./support";
import { type Fault, garbage, misshapen } from "./proxy";

const unreachable = /The sign-in service could not be reached\. Try again in a moment\./;
const unusable = /The sign-in service gave an answer that cannot be used\. Try again in a moment\./;
const late = /The sign-in service took too long to answer\. Try again in a moment\./;
const faults: [string, Fault, RegExp][] = [
  ["down", "down", new RegExp(`${unreachable.source}|${late.source}`)], // Google's library tries that again, until it is late
  ["silent", "stalled", late],
  ["garbage", garbage, unusable],
  ["JSON of another shape", misshapen, unusable],
  [
    "an error of its own",
    { status: 503, body: '{"error":{"code":503,"message":"UNAVAILABLE"}}' },
    new RegExp(`${unusable.source}|${late.source}`),
  ],
];

/** Time limit, in milliseconds: five seconds for Firebase, and the rest for a busy machine. */
const limit = 8_000;

/** Posts a form; returns the status, the fields and the error message of the response. */
async function post(at: string, path: string, fields: { email: string; name?: string; password?: string }) {
  const begun = Date.now();
  const answer = await fetch(at + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const html = await answer.text();
  const said = /role="alert".*?<\/div>/s.exec(html)?.[0].replace(/<[^>]*>/g, " ") ?? "";
  return {
    path,
    status: answer.status,
    said,
    kept: html.includes(`value="${fields.email}"`),
    cookies: answer.headers.getSetCookie().join(),
    inTime: Date.now() - begun < limit,
  };
}

async function exchange(at: string, token: string) {
  const begun = Date.now();
  const answer = await fetch(`${at}/session`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  const { message, code } = (await answer.json()) as { message?: string; code?: string };
  return {
    status: answer.status,
    message,
    code,
    cookies: answer.headers.getSetCookie().join(),
    inTime: Date.now() - begun < limit,
  };
}

for (const [name, fault, sentence] of faults) {
  test(`Firebase is ${name}: sign-in fails in time with a sentence, people work on, and it recovers @exhaustive`, async ({
    request,
    project,
    line,
    portico,
  }) => {
    const fira = await project.account();
    const someone = () => ({ name: "Gina", email: `${unique("gina")}@example.com` });
    const entered = await request.post("/session", {
      headers: { authorization: `Bearer ${await project.googleToken(someone())}` },
    });
    expect(entered.status()).toBe(200);
    const token = await project.googleToken(someone());

    line.set(fault);
    const { url } = portico;
    const refused = {
      path: expect.any(String),
      status: 503,
      said: expect.stringMatching(sentence),
      kept: true,
      cookies: expect.not.stringContaining("session"),
      inTime: true,
    };
    const answers = await Promise.all([
      post(url, "/login", fira),
      post(url, "/register", { ...fira, email: `${unique("new")}@example.com`, password: "blue kettle 91" }),
      post(url, "/forget-password", fira),
      post(url, "/email-verification", fira),
    ]);
    for (const answer of answers) expect(answer).toEqual(refused);
    expect(await exchange(url, token)).toEqual({
      status: 503,
      message: expect.stringMatching(sentence),
      code: expect.any(String),
      cookies: "",
      inTime: true,
    });

    // Signed-in users notice nothing and can make changes.
    expect((await request.get("/users")).status()).toBe(200);
    await addUser(request);

    line.set();
    expect(await exchange(url, token), "the same token, which made no session yet").toMatchObject({ status: 200 });
    await project.change(fira.uid, { emailVerified: true });
    const again = await post(url, "/login", fira);
    expect(again).toMatchObject({ status: 303, said: "" });
  });
}

test("in the browser: the sentence stands above the form, and the e-mail is still there @exhaustive", async ({
  context,
  project,
  line,
}) => {
  const fira = await project.account();
  const page = await context.newPage(); // its console tells of the 503
  await page.goto("/login");
  line.set("down");
  await page.getByLabel("E-mail").fill(fira.email);
  await page.getByLabel("Password").fill(fira.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(unreachable);
  await expect(page.getByLabel("E-mail")).toHaveValue(fira.email);
});

test("somebody is banned while Firebase is down: the ban holds here at once, and there when it is back @exhaustive", async ({
  request,
  project,
  line,
  portico,
}) => {
  const [boss, gone] = [unique("boss"), unique("gone")].map((name) => ({ name, email: `${name}@example.com` })) as [
    { name: string; email: string },
    { name: string; email: string },
  ];
  await exchange(portico.url, await project.googleToken(gone));
  await exchange(portico.url, await project.googleToken(boss));
  await makeOwner(portico, boss.email);
  expect(
    (
      await request.post("/session", { headers: { authorization: `Bearer ${await project.googleToken(boss)}` } })
    ).status(),
  ).toBe(200);
  const people = (await (await request.get("/api/users")).json()) as { id: number; email: string }[];
  const id = people.find(({ email }) => email === gone.email)?.id;

  line.set("down");
  const banned = await request.post(`/users/${id}/status`, { form: { status: "Banned" }, maxRedirects: 0 });
  expect(banned.status()).toBe(303);
  line.set();
  expect(await exchange(portico.url, await project.googleToken(gone))).toMatchObject({
    status: 403,
    message: "This account may not sign in.",
    cookies: "",
  });
  // The next change tells Firebase of all that it has missed.
  await request.post(`/users/${id}/status`, { form: { status: "Rejected" }, maxRedirects: 0 });
  const other = await addUser(request, { status: "Active" });
  await request.post(`/users/${other.id}/status`, { form: { status: "Banned" }, maxRedirects: 0 });
  await expect.poll(async () => (await project.find(gone.email))?.disabled ?? false).toBe(true);
});

test.describe("without emulator mode", () => {
  let real: RunningApp;
  test.beforeAll(async () => {
    real = await startApp({
      env: { FIREBASE_API_KEY: "some-key", FIREBASE_AUTH_DOMAIN: "127.0.0.1:9", FIREBASE_PROJECT_ID: projectId },
    });
  });
  test.afterAll(() => real.remove());

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = () => Math.floor(Date.now() / 1000);
  const claims = () => ({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: "stranger",
    user_id: "stranger",
    email: "stranger@example.com",
    email_verified: true,
    auth_time: now(),
    iat: now(),
    exp: now() + 3600,
    firebase: { identities: {}, sign_in_provider: "google.com" },
  });

  test("a token of the emulator, which nobody signed, opens nothing", async ({ project }) => {
    const email = `${unique("gina")}@example.com`;
    const forged = [
      await project.googleToken({ name: "Gina", email }),
      `${part({ alg: "none", typ: "JWT" })}.${part(claims())}.`,
      `${part({ alg: "none", kid: "a" })}.${part(claims())}.`,
    ];
    for (const token of forged) {
      expect(await exchange(real.url, token)).toEqual({
        status: 401,
        code: "invalid-id-token",
        message: "What came back from Google could not be verified. Try again.",
        cookies: "",
        inTime: true,
      });
    }
  });

  test("a token that only Google's keys could tell from a forged one waits for them no longer than five seconds @exhaustive", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const text = `${part({ alg: "RS256", kid: "a", typ: "JWT" })}.${part(claims())}`;
    const token = `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
    const answer = await exchange(real.url, token);
    expect([401, 503]).toContain(answer.status);
    expect(answer).toMatchObject({ cookies: "", inTime: true });
  });
});

test("a mailed link survives a failure in between @exhaustive", async ({ request, line }) => {
  const name = unique("nora");
  const sent = await request.post("/register", {
    form: { name, email: `${name}@example.com`, password: "blue kettle 91" },
  });
  const link = mailedLink(await sent.text());
  line.set("down");
  const failed = await request.get(link);
  expect(failed.status()).toBe(503);
  expect(await failed.text()).toMatch(unreachable);
  line.set();
  expect(await (await request.get(link)).text()).toContain(`Good to see you, ${name}`);
});
