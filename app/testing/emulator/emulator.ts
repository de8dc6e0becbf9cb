/** The Firebase emulator in tests, and calls to it that bypass Portico. */
import { beforeEach, inject } from "vitest";
import { config } from "config";
import { askEmulator, projectId } from "../../../scripts/emulator/emulator.mjs";

const host = inject("emulator");

/** Settings that delegate sign-in to the emulator. */
export const emulator = { apiKey: "fake-key", authDomain: host, projectId, emulatorHost: host };

/**
 * Makes the tests of a file sign in by Firebase. Call it once at the top; accounts persist, so each test creates its
 * own.
 */
export function testFirebase() {
  beforeEach(() => void (config.firebase = emulator));
}

let accountCount = 0;
const file = Math.random().toString(36).slice(2, 8);

/** Returns an unused address, such as `nora.k3f9a1-7@example.com`. */
export const newEmail = (name = "nora") => `${name}.${file}-${++accountCount}@example.com`;

/** Returns an unused phone number. */
export const newPhone = () => `+4755${String(Date.now() + ++accountCount).slice(-8)}`;

interface Signed {
  localId: string;
  idToken: string;
  refreshToken: string;
  email?: string;
  emailVerified?: boolean;
}

/** Calls a method that needs only Firebase's public key, such as `accounts:signUp`. Throws if it is refused. */
export async function asAnybody<Answer = Signed>(method: string, body: object): Promise<Answer> {
  const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/${method}?key=fake-key`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ returnSecureToken: true, ...body }),
  });
  if (!answer.ok) throw new Error(`${method} was refused: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/**
 * Signs in by Google's window, or by another provider `by`. With the `idToken` of another login, adds the Google
 * account to that one.
 */
export function withGoogle(
  email: string,
  { idToken, name = "Nora of Google", by = "google.com" }: { idToken?: string; name?: string; by?: string } = {},
): Promise<Signed> {
  const claims = JSON.stringify({ sub: `${by}-${email}`, email, email_verified: true, name });
  const postBody = new URLSearchParams({ providerId: by, id_token: claims }).toString();
  return asAnybody("accounts:signInWithIdp", { postBody, requestUri: "http://localhost", idToken });
}

interface EmulatorUser {
  localId: string;
  email?: string;
  emailVerified?: boolean;
  disabled?: boolean;
  validSince?: string;
  passwordHash?: string;
  phoneNumber?: string;
  mfaInfo?: unknown[];
  providerUserInfo?: { providerId: string; email?: string }[];
}

/** Returns an account as stored at Firebase. */
export async function atFirebase(find: { uid: string } | { email: string }): Promise<EmulatorUser | undefined> {
  const by = "uid" in find ? { localId: [find.uid] } : { email: [find.email] };
  const { users } = (await askEmulator(
    host,
    "POST",
    `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:lookup`,
    by,
  )) as { users?: EmulatorUser[] };
  return users?.[0];
}

/** Changes an account with the rights of the project's owner. */
export const asOwner = (uid: string, change: object) =>
  askEmulator(host, "POST", `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`, {
    localId: uid,
    ...change,
  });

interface Mail {
  email: string;
  newEmail?: string;
  requestType: string;
  oobCode: string;
  oobLink: string;
}

/** Returns the mails that Firebase would have sent to an address, the latest last. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const { oobCodes } = (await askEmulator(host, "GET", `/emulator/v1/projects/${projectId}/oobCodes`)) as {
    oobCodes: Mail[];
  };
  return oobCodes.filter((mail) => (mail.newEmail ?? mail.email) === email);
}

/** Opens the latest mail's link at Firebase's own page and returns where that redirects. */
export async function followToFirebase(email: string): Promise<string | null> {
  const answer = await fetch((await mailsTo(email)).at(-1)?.oobLink ?? "", { redirect: "manual" });
  if (answer.status >= 400) throw new Error(`Firebase's page refused the link: ${await answer.text()}`);
  return answer.headers.get("Location");
}

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Returns an unsigned ID token with these claims, as the emulator makes them. */
export function tokenOf(claims: object, header: object = { alg: "none", typ: "JWT" }, signature = ""): string {
  return `${encoded(header)}.${encoded(claims)}.${signature}`;
}

/** Returns the claims of a Google login that was just made. */
export function claimsOf(uid: string, email: string | undefined, other: object = {}) {
  const now = Math.floor(Date.now() / 1000);
  const from = { iss: `https://securetoken.google.com/${projectId}`, aud: projectId, sub: uid, user_id: uid };
  return {
    ...from,
    iat: now,
    auth_time: now,
    exp: now + 3600,
    email,
    email_verified: true,
    firebase: { identities: {}, sign_in_provider: "google.com" },
    ...other,
  };
}
