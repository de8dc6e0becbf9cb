/**
 * Calls to Firebase: Identity Toolkit by REST
 * (https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts), and `firebase-admin` for what only the
 * project's owner may do. All failures become an `IdentityError`.
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
import { toIdentityError } from "./errors.server";

/** Timeout for all calls of one operation together, in milliseconds. */
const timeoutMs = 5_000;

/** Schema for responses whose content is not used. */
export const Anything = z.object({});

export type FirebaseCalls = ReturnType<typeof beginCalls>;

/** Starts an operation at Firebase, whose timeout begins now. */
export function beginCalls() {
  const settings = config.firebase;
  if (!settings) throw new Error("Firebase is not set up: ask identity() for the provider in use.");
  const end = Date.now() + timeoutMs;
  const remainingMs = () => Math.max(1, end - Date.now());
  const ask = async <Answer>(path: string, shape: z.ZodType<Answer>, body?: object) =>
    shape.parse(await call(path, { body, timeout: remainingMs() }));
  return {
    /** Calls an `accounts` method of the REST API, such as `signUp`. Throws `IdentityError`. */
    rest: <Answer>(method: string, body: object, shape: z.ZodType<Answer>) =>
      withIdentityErrors(() => ask(`${addressOf(settings)}/v1/accounts:${method}?key=${settings.apiKey}`, shape, body)),
    /** Returns the project's public settings. Throws `IdentityError`. */
    project: () => withIdentityErrors(() => ask(`${addressOf(settings)}/v1/projects?key=${settings.apiKey}`, Project)),
    /** Runs `act` with the admin SDK. Throws `IdentityError`. */
    admin: <Answer>(act: (auth: Auth) => Promise<Answer>) =>
      withIdentityErrors(() => withTimeout(remainingMs(), owner(settings).then(act))),
    /**
     * Returns the link in the emulator's latest mail of this kind, because the emulator sends none. Undefined with
     * Google itself.
     */
    async mailedLink(email: string, requestType: string): Promise<URL | undefined> {
      const { emulatorHost, projectId } = settings;
      if (!emulatorHost) return undefined;
      const { oobCodes } = await withIdentityErrors(() =>
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

/** Address of Firebase's own page for links in its mails. */
export function hostedPage({ emulatorHost, authDomain }: FirebaseSettings): string {
  return emulatorHost ? `http://${emulatorHost}/emulator/action` : `https://${authDomain}/__/auth/action`;
}

/** Resolves to undefined instead of rejecting if the account does not exist. */
export async function accountIfExists<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof IdentityError && ["user-not-found", "invalid-email"].includes(error.code)) return undefined;
    throw error;
  }
}

let openedApp: { settings: FirebaseSettings; auth: Promise<Auth> } | undefined;

/** Returns the admin SDK, which is loaded on first use to keep the start fast. */
function owner(settings: FirebaseSettings): Promise<Auth> {
  if (openedApp?.settings !== settings) openedApp = { settings, auth: open(settings) };
  openedApp.auth.catch(() => (openedApp = undefined)); // the next call tries again
  return openedApp.auth;
}

async function open({ projectId, emulatorHost }: FirebaseSettings): Promise<Auth> {
  const [app, { getAuth }] = await Promise.all([import("firebase-admin/app"), import("firebase-admin/auth")]);
  // The library reads this variable at every call.
  if (emulatorHost) process.env.FIREBASE_AUTH_EMULATOR_HOST = emulatorHost;
  else delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  const who = emulatorHost ? {} : { credential: credential(app) };
  return getAuth(app.initializeApp({ projectId, ...who }, `portico-${randomUUID()}`));
}

/**
 * Returns Portico's Google credentials: the key file, which can sign by itself, or what the library finds, such as a
 * machine's identity, which needs the right to have Google sign.
 */
function credential({ applicationDefault, cert }: typeof import("firebase-admin/app")): Credential {
  const file = process.env.GOOGLE_APPLICATION_CREDENTIALS;
  return file && isKey(file) ? cert(file) : applicationDefault();
}

/**
 * Whether the file is a service account's key. An unreadable file counts as one, so that the library reports the
 * error.
 */
function isKey(file: string): boolean {
  try {
    const { type = "service_account" } = JSON.parse(readFileSync(file, "utf8")) as { type?: string };
    return type === "service_account";
  } catch {
    return true;
  }
}

/** Rejects after `time` milliseconds, because the library waits up to half a minute and then retries. */
async function withTimeout<Answer>(time: number, work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`Firebase did not answer within ${time} ms.`)), time);
  });
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer));
}

async function withIdentityErrors<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw toIdentityError(error);
  }
}
