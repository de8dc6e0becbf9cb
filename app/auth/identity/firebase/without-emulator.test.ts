/** Firebase without its emulator: only tokens signed by Google count, and Portico signs in with its service account. */
import { createHmac, generateKeyPairSync, sign, verify } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { config, type FirebaseSettings } from "config";
import { write } from "db";
import { mailLinks, users } from "db/schema";
import { answer, closeGoogle, projectAtGoogle, projectOutOfReach } from "~/testing/google";
import { testDatabase } from "~/testing/database";
import { run, send } from "~/testing/requests";
import { action } from "~/features/sign-in/session";
import { nameSignUp, markProven } from "./accounts.server";
import { beginCalls } from "./calls.server";
import { firebase } from "./provider.server";

testDatabase({ empty: true });
closeGoogle();

const keys = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const [googles, strangers, ours] = [keys(), keys(), keys()];
const folder = mkdtempSync(join(tmpdir(), "portico-keys-"));
const serviceAccount = {
  type: "service_account",
  project_id: "demo",
  client_email: "portico@demo.iam.gserviceaccount.com",
  private_key: ours.privateKey,
  private_key_id: "k1",
  client_id: "1",
};

/** Writes a key file and returns its path. */
function keyFile(content: unknown): string {
  const file = join(folder, `${Math.random()}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const nora = {
  localId: "uid-nora",
  email: "nora@example.com",
  emailVerified: true,
  validSince: "1",
  providerUserInfo: [{ providerId: "google.com", rawId: "1", email: "nora@example.com" }],
};

/** The account as the project returns it. */
let user: typeof nora & { disabled?: boolean };
/** The addresses that were requested, such as `oauth2.googleapis.com/token`. */
let asked: string[];
let refusesKey = false;
/** Runs while Google looks up an account. */
let meanwhile: () => Promise<unknown>;

async function project(): Promise<FirebaseSettings> {
  asked = [];
  return projectAtGoogle((request, response) => {
    const url = (request.url ?? "").split("?")[0] ?? "";
    asked.push(url);
    if (url.endsWith("/token"))
      return refusesKey
        ? answer(response, 400, { error: "invalid_grant", error_description: "Invalid JWT Signature." })
        : answer(response, 200, { access_token: "t", expires_in: 3600, token_type: "Bearer" });
    if (url.includes("/x509/"))
      return answer(response.setHeader("Cache-Control", "public, max-age=3600"), 200, {
        "google-1": googles.publicKey,
      });
    if (url.endsWith("accounts:lookup")) return void meanwhile().then(() => answer(response, 200, { users: [user] }));
    if (url.endsWith("accounts:delete")) return answer(response, 200, {});
    if (url.endsWith("accounts:update")) return answer(response, 200, { localId: user.localId });
    return answer(response, 404, {});
  });
}

beforeEach(async () => {
  process.env.GOOGLE_APPLICATION_CREDENTIALS = keyFile(serviceAccount);
  process.env.METADATA_SERVER_DETECTION = "none"; // avoids the wait for the check whether this is a machine of Google's
  process.env.CLOUDSDK_CONFIG = folder;
  refusesKey = false;
  meanwhile = async () => undefined;
  user = nora;
  config.firebase = await project();
});
afterEach(() => void (config.firebase = undefined));

const encoded = (part: unknown) =>
  Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");
const now = () => Math.floor(Date.now() / 1000);
const claims = (other: object = {}) => ({
  iss: "https://securetoken.google.com/demo",
  aud: "demo",
  sub: "uid-nora",
  iat: now(),
  auth_time: now(),
  exp: now() + 3600,
  email: "nora@example.com",
  email_verified: true,
  firebase: { identities: {}, sign_in_provider: "google.com" },
  ...other,
});
const header = { alg: "RS256", typ: "JWT", kid: "google-1" };

/** Returns a signed token with these parts. */
function signed(payload: unknown, head: object = header, key = googles.privateKey): string {
  const parts = `${encoded(head)}.${encoded(payload)}`;
  return `${parts}.${sign("RSA-SHA256", Buffer.from(parts), key).toString("base64url")}`;
}

/** Returns a token signed by HMAC with the public key as its secret. */
function signedByPublicKey(payload: unknown): string {
  const parts = `${encoded({ ...header, alg: "HS256" })}.${encoded(payload)}`;
  return `${parts}.${createHmac("sha256", googles.publicKey).update(parts).digest("base64url")}`;
}

describe("a Firebase token", () => {
  it("a Firebase token that Google signed opens its account", async () => {
    await markProven("uid-nora", "nora@example.com");
    expect(await firebase.signInWithToken(signed(claims()))).toMatchObject({
      uid: "uid-nora",
      email: "nora@example.com",
      emailVerified: true,
    });
  });

  it.each<[string, () => string]>([
    ["a token that a stranger signed", () => signed(claims(), header, strangers.privateKey)],
    [
      "signed by a key that Google does not have",
      () => signed(claims(), { ...header, kid: "google-2" }, strangers.privateKey),
    ],
    [
      "of another account with the same signature",
      () => signed(claims()).replace(/\.[^.]+\./, `.${encoded(claims({ sub: "uid-admin" }))}.`),
    ],
    ["signed with the public key as a secret", () => signedByPublicKey(claims())],
    ["of another project", () => signed(claims({ aud: "other", iss: "https://securetoken.google.com/other" }))],
    ["of another issuer", () => signed(claims({ iss: "https://session.firebase.google.com/demo" }))],
    ["without a subject", () => signed(claims({ sub: "" }))],
    ["without the time of its login", () => signed(claims({ auth_time: undefined }))],
    ["from a login in the future", () => signed(claims({ auth_time: now() + 90 }))],
    [
      "with a sign-in method that the account does not have",
      () => signed(claims({ firebase: { sign_in_provider: "phone" } })),
    ],
    ["without data about its login", () => signed(claims({ firebase: undefined }))],
    ["with claims that are null", () => signed(null)],
    ["with claims that are not JSON", () => signed("no JSON {")],
    ["with claims that are a list", () => signed([])],
  ])("%s is rejected as invalid", async (_, token) => {
    await expect(firebase.signInWithToken(token())).rejects.toMatchObject({ code: "invalid-id-token", isFault: false });
  });

  it.each<[string, () => string]>([
    ["an unsigned one", () => `${encoded({ alg: "none", typ: "JWT" })}.${encoded(claims())}.`],
    ["an unsigned one that names a key", () => `${encoded({ ...header, alg: "none" })}.${encoded(claims())}.`],
    [
      "an emulator's",
      () =>
        `${encoded({ alg: "none", typ: "JWT" })}.${encoded(claims({ aud: "demo-portico", iss: "https://securetoken.google.com/demo-portico" }))}.`,
    ],
    ["no token", () => "x"],
    ["dots", () => "..."],
    ["8 KB", () => "A".repeat(8_192)],
    ["8 KB of a token", () => `${encoded({ alg: "none", typ: "JWT" })}.${"A".repeat(8_192)}.`],
  ])("is rejected without a request to Firebase: %s", async (_, token) => {
    await expect(firebase.signInWithToken(token())).rejects.toMatchObject({ code: "invalid-id-token" });
    expect(asked).toEqual([]);
  });

  it.each<[string, object]>([
    ["expired", { exp: now() - 1 }],
    ["from a login six minutes ago", { auth_time: now() - 360 }],
  ])("%s requires a new login", async (_, other) => {
    await expect(firebase.signInWithToken(signed(claims(other)))).rejects.toMatchObject({
      code: "requires-recent-login",
    });
  });

  it("a Firebase token of an account that was disabled or revoked since is rejected", async () => {
    await markProven("uid-nora", "nora@example.com");
    const token = signed(claims({ auth_time: now() - 2 }));
    user = { ...nora, disabled: true };
    await expect(firebase.signInWithToken(token)).rejects.toMatchObject({ code: "user-disabled" });
    user = { ...nora, validSince: String(now() - 1) };
    await expect(firebase.signInWithToken(token)).rejects.toMatchObject({ code: "requires-recent-login" });
    user = nora;
    expect(await firebase.signInWithToken(token)).toMatchObject({ uid: "uid-nora" });
  });

  it("creates one session, however its signature is spelled", async () => {
    await markProven("uid-nora", "nora@example.com");
    const token = signed(claims());
    // Only two bits of the last letter are used, so these four letters stand for the same signature.
    const last = "AQgw".includes(token.at(-1) ?? "") ? token.at(-1) : undefined;
    const respelled = token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1);
    expect([last, Buffer.from(respelled.split(".")[2] ?? "", "base64url")]).toEqual([
      token.at(-1),
      Buffer.from(token.split(".")[2] ?? "", "base64url"),
    ]);
    const exchange = (one: string) =>
      run<{ code?: string }>(action, send("POST", "/session", undefined, { Authorization: `Bearer ${one}` }));
    expect(await exchange(token)).toMatchObject({ status: 200 });
    const replayed = await exchange(respelled);
    expect([replayed.status, replayed.data.code, replayed.headers.get("Set-Cookie")]).toEqual([
      401,
      "used-id-token",
      null,
    ]);
  });
});

describe("Portico's service account", () => {
  const account = () => firebase.account("uid-nora");

  it("opens the Google part of a signed-in account", async () => {
    await markProven("uid-nora", "nora@example.com");
    expect(await account()).toMatchObject({ uid: "uid-nora", emailVerified: true });
    expect(asked).toEqual([
      "oauth2.googleapis.com/token",
      "identitytoolkit.googleapis.com/v1/projects/demo/accounts:lookup",
    ]);
  });

  it("signs with the key of its file, for which it needs no permission at Google", async () => {
    const token = await beginCalls().admin((auth) => auth.createCustomToken("uid-nora"));
    const [head, payload, signature = ""] = token.split(".");
    expect(
      verify("RSA-SHA256", Buffer.from(`${head}.${payload}`), ours.publicKey, Buffer.from(signature, "base64url")),
    ).toBe(true);
    expect(asked).toEqual([]);
  });

  it.each<[string, () => string | undefined]>([
    ["is missing", () => undefined],
    ["has a file that is not there", () => join(folder, "none.json")],
    ["has a damaged file", () => keyFile('{"type":"service_account","project_id"')],
    ["has an empty file", () => keyFile("")],
    ["has a file that holds null", () => keyFile("null")],
    ["has a file without its key", () => keyFile({ ...serviceAccount, private_key: undefined })],
    [
      "has a damaged key",
      () => keyFile({ ...serviceAccount, private_key: "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n" }),
    ],
    ["has a file of a kind that nobody knows", () => keyFile({ type: "other" })],
  ])(
    "Portico's service account that %s is an error of the settings, and is loaded again when they change",
    async (_, file) => {
      const path = file();
      if (path) process.env.GOOGLE_APPLICATION_CREDENTIALS = path;
      else delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
      await expect(account()).rejects.toMatchObject({
        name: "IdentityError",
        code: "invalid-service-account",
        isFault: true,
      });
    },
  );

  it("Portico's service account that Google no longer knows is an error of the settings", async () => {
    refusesKey = true;
    await expect(account()).rejects.toMatchObject({ code: "invalid-service-account", isFault: true });
  });
});

it("an unreachable Google is reported as unreachable, not as wrong settings", async () => {
  config.firebase = projectOutOfReach();
  await expect(firebase.account("uid-nora")).rejects.toMatchObject({ code: "provider-unreachable" });
  await expect(firebase.signInWithToken(signed(claims()))).rejects.toMatchObject({ code: "provider-unreachable" });
});

describe("an account that is not verified", () => {
  const deleted = () => firebase.deleteUnverified(new Date(Date.now() + 60_000));
  beforeEach(async () => {
    user = { ...nora, emailVerified: false };
    await nameSignUp("uid-nora", "nora@example.com");
  });

  it("is deleted after its time if it comes from a sign-up", async () => {
    expect(await deleted()).toBe(1);
    expect(asked.at(-1)).toMatch(/accounts:delete$/);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["is verified", () => markProven("uid-nora", "nora@example.com")],
    [
      "is sent a link",
      () =>
        write((tx) =>
          tx.insert(mailLinks).values({
            codeHash: "x",
            uid: "uid-nora",
            purpose: "verify",
            email: "nora@example.com",
            expiresAt: new Date(Date.now() + 60_000),
          }),
        ),
    ],
    [
      "is linked to a person",
      () =>
        write((tx) =>
          tx.insert(users).values({ uid: "uid-nora", name: "Nora", email: "nora@example.com", status: "Active" }),
        ),
    ],
  ])("is kept if it %s while Google is asked about it", async (_, happens) => {
    meanwhile = happens;
    expect(await deleted()).toBe(0);
    expect(asked.filter((url) => url.endsWith("accounts:delete"))).toEqual([]);
  });
});
