/** Firebase in tests: the real emulator, and what people and strangers do there without Portico. */
import { beforeEach, inject } from "vitest";
import { config } from "config";
import { askEmulator, projectId } from "../../../scripts/emulator/emulator.mjs";

const host = inject("emulator");

/** Sign-in is delegated to the emulator. */
export const emulator = { apiKey: "fake-key", authDomain: host, projectId, emulatorHost: host };

/**
 * Call it once at the top of a test file: its tests then sign in by Firebase. Accounts stay, so each test makes its
 * own.
 */
export function testFirebase() {
  beforeEach(() => void (config.firebase = emulator));
}

let accountCount = 0;
const file = Math.random().toString(36).slice(2, 8);

/** An address that no test has used yet, such as `nora.k3f9a1-7@example.com`. */
export const newEmail = (name = "nora") => `${name}.${file}-${++accountCount}@example.com`;

/** A telephone number that no test has used yet. */
export const newPhone = () => `+4755${String(Date.now() + ++accountCount).slice(-8)}`;

interface Signed {
  localId: string;
  idToken: string;
  refreshToken: string;
  email?: string;
  emailVerified?: boolean;
}

/** Asks Firebase what anybody may ask who has its public key, such as `accounts:signUp`. Throws what it refuses. */
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
 * Signs in as Google's window does, or that of another `by`. With the `idToken` of another login the account there is
 * added to that one.
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

/** An account as Firebase has it. */
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

/** Changes an account as the owner of the project may. */
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

/** The mails that Firebase would have sent to an address, latest last. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const { oobCodes } = (await askEmulator(host, "GET", `/emulator/v1/projects/${projectId}/oobCodes`)) as {
    oobCodes: Mail[];
  };
  return oobCodes.filter((mail) => (mail.newEmail ?? mail.email) === email);
}

/** Follows the latest mail to Firebase's own page. Answers where that leads on. */
export async function followToFirebase(email: string): Promise<string | null> {
  const answer = await fetch((await mailsTo(email)).at(-1)?.oobLink ?? "", { redirect: "manual" });
  if (answer.status >= 400) throw new Error(`Firebase's page refused the link: ${await answer.text()}`);
  return answer.headers.get("Location");
}

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** An ID token as the emulator makes them: with any claims, and without a signature. */
export function tokenOf(claims: object, header: object = { alg: "none", typ: "JWT" }, signature = ""): string {
  return `${encoded(header)}.${encoded(claims)}.${signature}`;
}

/** The claims of a login by Google's window a moment ago. */
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
