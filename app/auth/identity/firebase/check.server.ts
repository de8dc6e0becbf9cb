/** Checks the Firebase settings with Firebase itself at start, before a login fails. */
import { config } from "config";
import { IdentityError } from "~/auth/identity-errors";
import { beginCalls } from "./calls.server";

/** Instructions for administrators by code, in the terms of Google's console. */
const advice: Record<string, string> = {
  "invalid-api-key":
    "Firebase does not accept FIREBASE_API_KEY from this server. Copy the Web API key from the project's settings. If the key is restricted, it must allow the Identity Toolkit API and must not be restricted to websites.",
  "configuration-not-found":
    "Firebase knows of no sign-in in this project. Turn on Authentication in its console, with the providers Email/Password and Google.",
  "invalid-service-account":
    "Firebase does not accept this server as the project's. Set GOOGLE_APPLICATION_CREDENTIALS to the key file of a service account of the project that FIREBASE_PROJECT_ID names.",
};

/** Returns one sentence per problem with the Firebase project or its settings; none if Firebase is not in use. */
export async function firebaseFaults(): Promise<string[]> {
  if (!config.firebase) return [];
  const found = await Promise.all([faultOf(checkDomain), faultOf(checkOwner)]);
  return [...new Set(found.filter((sentence) => sentence !== undefined))];
}

async function checkDomain(): Promise<string | undefined> {
  const { authorizedDomains } = await beginCalls().project();
  return config.firebase?.emulatorHost ? undefined : domainWarning(authorizedDomains); // the emulator accepts all domains
}

/**
 * Returns a warning if this site's domain is not among the project's authorized domains, in which case Google refuses
 * the window and the mails' links.
 */
export function domainWarning(authorizedDomains: string[]): string | undefined {
  const { hostname } = new URL(config.appUrl);
  if (authorizedDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))) return undefined;
  return `Firebase does not know ${hostname}, so the Google window and its mails would be refused. Add it in the console: Authentication, Settings, Authorized domains.`;
}

async function checkOwner(): Promise<undefined> {
  await beginCalls().admin((auth) => auth.listUsers(1));
}

async function faultOf(check: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return advice[error.code] ?? `Firebase could not be asked whether all is well: ${error.message}`;
  }
}
