/** A Firebase project in the emulator, accessed from outside as its owner and its users. */
import { askEmulator, projectId } from "../../scripts/emulator/emulator.mjs";
import { unique } from "../support";

export interface Account {
  /** Firebase's id of the account. */
  uid: string;
  email: string;
  password: string;
  name: string;
}

/** A mail that Firebase would have sent. */
export interface OobCode {
  email: string;
  requestType: "VERIFY_EMAIL" | "PASSWORD_RESET" | "EMAIL_SIGNIN" | "VERIFY_AND_CHANGE_EMAIL";
  oobCode: string;
  /** The emulator's own page for the code. */
  oobLink: string;
}

/** An account as the project's owner sees it. False and empty fields may be missing. */
export interface AccountRecord {
  localId: string;
  email: string;
  displayName?: string;
  emailVerified?: boolean;
  disabled?: boolean;
  /** Tokens issued before this time are revoked; in seconds since 1970. */
  validSince?: string;
  providerUserInfo?: { providerId: string }[];
}

const accounts = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
const people = "/identitytoolkit.googleapis.com/v1/accounts";

export class Project {
  /** @param host where the emulator listens */
  constructor(readonly host: string) {}

  /** Creates an account; verified by default. */
  async account({
    verified = true,
    disabled = false,
    ...given
  }: Partial<Account> & { verified?: boolean; disabled?: boolean } = {}): Promise<Account> {
    const name = given.name ?? unique("Fira");
    const { email, password } = {
      email: `${name.toLowerCase()}@example.com`,
      password: `the ${name} is mine`,
      ...given,
    };
    const values = { localId: given.uid, email, password, displayName: name, emailVerified: verified, disabled };
    const { localId: uid } = (await askEmulator(this.host, "POST", accounts, values)) as AccountRecord;
    return { uid, email, password, name };
  }

  /** Finds the account with an address. */
  async find(email: string): Promise<AccountRecord | undefined> {
    const { users } = (await askEmulator(this.host, "POST", `${accounts}:lookup`, { email: [email] })) as {
      users?: AccountRecord[];
    };
    return users?.[0];
  }

  /**
   * Changes an account without Portico, like the Firebase console does: `{ disableUser: true }`, `{ emailVerified:
   * false }`.
   */
  async change(uid: string, values: Record<string, unknown>) {
    await askEmulator(this.host, "POST", `${accounts}:update`, { localId: uid, ...values });
  }

  async remove(uid: string) {
    await askEmulator(this.host, "POST", `${accounts}:delete`, { localId: uid });
  }

  /** Returns the mails to an address whose links are unused, newest last. */
  async oobCodes(email: string): Promise<OobCode[]> {
    const { oobCodes } = (await askEmulator(this.host, "GET", `/emulator/v1/projects/${projectId}/oobCodes`)) as {
      oobCodes: OobCode[];
    };
    return oobCodes.filter((code) => code.email === email);
  }

  /** Signs in with a password and returns a new ID token. Throws Firebase's error code if that is refused. */
  idToken({ email, password }: { email: string; password: string }): Promise<string> {
    return this.#token("signInWithPassword", { email, password });
  }

  /** Signs in with a Google account, which is created if needed, and returns a new ID token. */
  googleToken({ email, name }: { email: string; name: string }): Promise<string> {
    const claims = JSON.stringify({ sub: `google-${email}`, email, email_verified: true, name });
    return this.#token("signInWithIdp", {
      postBody: new URLSearchParams({ id_token: claims, providerId: "google.com" }).toString(),
      requestUri: `http://${this.host}`,
    });
  }

  async #token(method: string, values: Record<string, unknown>): Promise<string> {
    const body = JSON.stringify({ ...values, returnSecureToken: true });
    const answer = await fetch(`http://${this.host}${people}:${method}?key=fake-key`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const { idToken, error } = (await answer.json()) as { idToken?: string; error?: { message: string } };
    if (!idToken) throw new Error(error?.message ?? "no token");
    return idToken;
  }
}
