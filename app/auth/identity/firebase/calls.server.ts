/**
 * How Firebase is asked: Google's Identity Toolkit by REST for what people do
 * (https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts), `firebase-admin` for what only the
 * owner of the project may. Whatever goes wrong becomes an `IdentityError`.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Credential } from "firebase-admin/app";
import type { Auth } from "firebase-admin/auth";
import { z } from "zod";
import { config, type FirebaseSettings } from "config";
import { canonicalAddress } from "db/email-address";
import { call, TimeoutError } from "~/core/http/http";
import { IdentityError } from "~/auth/identity-errors";
import { translated } from "./errors.server";

/** All calls of one act together may take this long, in milliseconds. */
const timeoutMs = 5_000;

/** For answers of which nothing is needed but that they are there. */
export const Anything = z.object({});

export type FirebaseCalls = ReturnType<typeof beginCalls>;

/** Begins an act at Firebase: from now its time runs. */
export function beginCalls() {
  const settings = config.firebase;
  if (!settings) throw new Error("Firebase is not set up: ask identity() for the provider in use.");
  const end = Date.now() + timeoutMs;
  const left = () => Math.max(1, end - Date.now());
  const ask = async <Answer>(path: string, shape: z.ZodType<Answer>, body?: object) =>
    shape.parse(await call(path, { body, timeout: left() }));
  return {
    /** Calls a method of `accounts`, such as `signUp`. Throws `IdentityError`. */
    rest: <Answer>(method: string, body: object, shape: z.ZodType<Answer>) =>
      inOurWords(() => ask(`${addressOf(settings)}/v1/accounts:${method}?key=${settings.apiKey}`, shape, body)),
    /** What the project lets be known of itself. Throws `IdentityError`. */
    project: () => inOurWords(() => ask(`${addressOf(settings)}/v1/projects?key=${settings.apiKey}`, Project)),
    /** Does something as the owner of the project. Throws `IdentityError`. */
    admin: <Answer>(act: (auth: Auth) => Promise<Answer>) =>
      inOurWords(() => withTimeout(left(), owner(settings).then(act))),
    /**
     * The link in the latest mail of this kind that the emulator would have sent: it sends none. Nothing with Google
     * itself.
     */
    async mailedLink(email: string, requestType: string): Promise<URL | undefined> {
      const { emulatorHost, projectId } = settings;
      if (!emulatorHost) return undefined;
      const { oobCodes } = await inOurWords(() =>
        ask(`http://${emulatorHost}/emulator/v1/projects/${projectId}/oobCodes`, Mails),
      );
      const mail = oobCodes.findLast(
        (code) =>
          canonicalAddress(code.newEmail ?? code.email) === canonicalAddress(email) && code.requestType === requestType,
      );
      return mail && new URL(mail.oobLink);
    },
  };
}

const Project = z.object({ authorizedDomains: z.array(z.string()).default([]) });
const Mails = z.object({
  oobCodes: z.array(
    z.object({ email: z.string(), newEmail: z.string().optional(), requestType: z.string(), oobLink: z.string() }),
  ),
});

function addressOf({ emulatorHost }: FirebaseSettings): string {
  const google = "identitytoolkit.googleapis.com";
  return emulatorHost ? `http://${emulatorHost}/${google}` : `https://${google}`;
}

/** Firebase's own page for the links in its mails, which does what Portico has no page for. */
export function hostedPage({ emulatorHost, authDomain }: FirebaseSettings): string {
  return emulatorHost ? `http://${emulatorHost}/emulator/action` : `https://${authDomain}/__/auth/action`;
}

/** Nothing in place of an account that is not there. */
export async function present<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof IdentityError && ["user-not-found", "invalid-email"].includes(error.code)) return undefined;
    throw error;
  }
}

let opened: { settings: FirebaseSettings; auth: Promise<Auth> } | undefined;

/** The library, loaded when Firebase is first asked: without it nobody shall wait for its megabytes at the start. */
function owner(settings: FirebaseSettings): Promise<Auth> {
  if (opened?.settings !== settings) opened = { settings, auth: open(settings) };
  opened.auth.catch(() => (opened = undefined)); // the next call tries again
  return opened.auth;
}

async function open({ projectId, emulatorHost }: FirebaseSettings): Promise<Auth> {
  const [app, { getAuth }] = await Promise.all([import("firebase-admin/app"), import("firebase-admin/auth")]);
  // The library looks there itself, at every call.
  if (emulatorHost) process.env.FIREBASE_AUTH_EMULATOR_HOST = emulatorHost;
  else delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  const who = emulatorHost ? {} : { credential: credential(app) };
  return getAuth(app.initializeApp({ projectId, ...who }, `portico-${randomUUID()}`));
}

/**
 * Who Portico is to Google: the key file, which can sign by itself; else what the library finds, such as the identity
 * of a machine at Google, which asks Google to sign and needs the right to.
 */
function credential({ applicationDefault, cert }: typeof import("firebase-admin/app")): Credential {
  const file = process.env.GOOGLE_APPLICATION_CREDENTIALS;
  return file && isKey(file) ? cert(file) : applicationDefault();
}

/** Other kinds of files name their kind. What cannot be read is for the library to complain of. */
function isKey(file: string): boolean {
  try {
    const { type = "service_account" } = JSON.parse(readFileSync(file, "utf8")) as { type?: string };
    return type === "service_account";
  } catch {
    return true;
  }
}

/** The library waits up to half a minute, and then tries again. */
async function withTimeout<Answer>(time: number, work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`Firebase did not answer within ${time} ms.`)), time);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function inOurWords<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw translated(error);
  }
}
