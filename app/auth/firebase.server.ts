/** Firebase Authentication as the identity provider. It keeps the passwords and sends the mails; who may come in is decided here. */
import type { UserRecord } from "firebase-admin/auth";
import { z } from "zod";
import { config } from "config";
import { write } from "db";
import { findKnown, forget, nameSignUp, prove } from "./firebase-accounts.server";
import { Anything, type Asking, asking, present } from "./firebase-calls.server";
import { followed, mailNewAddress, mailReset, mailUnasked, mailVerification, resetCode } from "./firebase-mails.server";
import type { Account, IdentityProvider } from "./identity.server";
import { IdentityError } from "./messages";

/** A token makes a session only so soon after the login that it tells of, in seconds (SPEC section 9). */
const freshFor = 5 * 60;
/** How far Google's clock may be ahead of ours, in seconds. */
const clocksDiffer = 60;

const Signed = z.object({ localId: z.string(), idToken: z.string() });
const Found = z.object({
  users: z.tuple([
    z.object({
      localId: z.string(),
      email: z.string(),
      emailVerified: z.boolean().default(false),
      displayName: z.string().default(""),
      validSince: z.coerce.number().optional(),
    }),
  ]),
});

export const firebase: IdentityProvider = {
  name: "firebase",

  async signUp({ email, password, displayName }) {
    const ask = asking();
    const { localId: uid, idToken: ticket } = await openAccount(ask, { email, password, displayName });
    return { uid, email: email.toLowerCase(), emailVerified: false, displayName, disabled: false, signUp: await nameSignUp(uid), ticket };
  },

  async signIn(email, password) {
    const ask = asking();
    const { idToken } = await logIn(ask, email, password);
    const { users: [user] } = await ask.rest("lookup", { idToken }, Found);
    const known = await findKnown(user.localId);
    const isProven = known?.isProven === true;
    return {
      uid: user.localId,
      email: user.email.toLowerCase(),
      emailVerified: user.emailVerified && isProven,
      displayName: user.displayName,
      disabled: false,
      signUp: isProven ? undefined : (known?.signUp ?? (await nameSignUp(user.localId))), // who knows the password may have typed it
      ticket: idToken,
      validSince: user.validSince === undefined ? undefined : new Date(user.validSince * 1000),
    };
  },

  async signInWithToken(token) {
    const ask = asking();
    const claims = await verified(ask, token);
    const now = Date.now() / 1000;
    if (now - claims.auth_time > freshFor) throw new IdentityError("requires-recent-login");
    if (!claims.email || claims.auth_time - now > clocksDiffer) throw new IdentityError("invalid-id-token");
    const vouchedFor = claims.email_verified === true && claims.firebase.sign_in_provider !== "password";
    let isProven = (await findKnown(claims.uid))?.isProven === true;
    if (vouchedFor && !isProven) {
      await dropPassword(ask, claims.uid);
      await prove(claims.uid);
      isProven = true;
    }
    const displayName = typeof claims.name === "string" ? claims.name : "";
    return { uid: claims.uid, email: claims.email.toLowerCase(), emailVerified: claims.email_verified === true && isProven, displayName, disabled: false, ticket: token };
  },

  async account(uid) {
    const user = await present(asking().admin((auth) => auth.getUser(uid)));
    return user && toAccount(user);
  },

  async sendVerification(to, from) {
    const ask = asking();
    if (typeof to !== "string" && to.ticket) return mailVerification(ask, to, to.ticket, from);
    const email = typeof to === "string" ? to : to.email;
    const user = await present(ask.admin((auth) => auth.getUserByEmail(email)));
    const account = user && (await toAccount(user));
    const sent = account && !account.emailVerified ? mailUnasked(asking(), account, from) : undefined;
    // Only where the page shows it anyway may the answer wait for the mail.
    return config.firebase?.emulatorHost ? sent : undefined;
  },

  async verify(code, { signUp, password, displayName = "" }) {
    const ask = asking();
    const { user, email, byFirebase } = await followed(ask, code);
    const known = await findKnown(user.uid);
    const holds = known?.isProven || (signUp !== undefined && known?.signUp === signUp);
    if (!holds && password === undefined) return { account: undefined, email };
    if (!holds) await ask.admin((auth) => auth.updateUser(user.uid, { password, displayName })); // first: once verified, the old one would open
    if (byFirebase) await ask.rest("update", { oobCode: code }, Anything);
    await prove(user.uid);
    return { account: { ...(await toAccount(user)), email, emailVerified: true, ...(!holds && { displayName }) } };
  },

  async sendReset(email, from) {
    try {
      return await mailReset(asking(), email, from);
    } catch (error) {
      if (error instanceof IdentityError && isAboutTheAccount(error)) return undefined;
      throw error;
    }
  },

  async checkReset(code) {
    const { email } = await resetCode(asking(), code);
    return { email };
  },

  async resetPassword(code, password) {
    const ask = asking();
    const { email } = await resetCode(ask, code);
    await ask.rest("resetPassword", { oobCode: code, newPassword: password }, Anything);
    const user = await ask.admin((auth) => auth.getUserByEmail(email));
    const known = await findKnown(user.uid);
    const proven = known?.isProven ? user : await ask.admin((auth) => auth.updateUser(user.uid, { emailVerified: true, displayName: null }));
    await prove(user.uid);
    return toAccount(proven);
  },

  async changePassword(uid, current, password) {
    const ask = asking();
    const user = await present(ask.admin((auth) => auth.getUser(uid)));
    const { idToken } = await logIn(ask, user?.email ?? "", current).catch((error: unknown) => {
      throw error instanceof IdentityError && error.code === "invalid-credential" ? new IdentityError("wrong-password") : error;
    });
    await ask.rest("update", { idToken, password }, Anything);
  },

  async changeEmail(uid, email) {
    const ask = asking();
    const other = await present(ask.admin((auth) => auth.getUserByEmail(email)));
    if (other && other.uid !== uid) throw new IdentityError("email-already-exists");
    return mailNewAddress(ask, uid, email);
  },

  async disable(uid, disabled) {
    await present(asking().admin((auth) => auth.updateUser(uid, { disabled })));
  },

  async revoke(uid) {
    await present(asking().admin((auth) => auth.revokeRefreshTokens(uid)));
  },

  async delete(uid) {
    await present(asking().admin((auth) => auth.deleteUser(uid)));
    await write((tx) => forget(tx, uid));
  },
};

/** Of several sign-ups with an unproven address the latest counts, if the account began here: other sites may share the project. */
async function openAccount(ask: Asking, person: { email: string; password: string; displayName: string }) {
  try {
    return await ask.rest("signUp", { ...person, returnSecureToken: true }, Signed);
  } catch (error) {
    if (!(error instanceof IdentityError) || error.code !== "email-already-exists") throw error;
    const { uid } = await ask.admin((auth) => auth.getUserByEmail(person.email));
    const known = await findKnown(uid);
    if (!known || known.isProven) throw error;
    await ask.admin((auth) => auth.updateUser(uid, { password: person.password, displayName: person.displayName }));
    return logIn(ask, person.email, person.password);
  }
}

/** Firebase says that an account is disabled also to who has the wrong password, which would tell that it exists. */
async function logIn(ask: Asking, email: string, password: string) {
  try {
    return await ask.rest("signInWithPassword", { email, password, returnSecureToken: true }, Signed);
  } catch (error) {
    throw error instanceof IdentityError && isAboutTheAccount(error) ? new IdentityError("invalid-credential", { cause: error }) : error;
  }
}

const isAboutTheAccount = ({ code }: IdentityError) => ["invalid-credential", "wrong-password", "user-not-found", "user-disabled", "invalid-email"].includes(code);

async function verified(ask: Asking, token: string) {
  try {
    return await ask.admin((auth) => auth.verifyIdToken(token, true));
  } catch (error) {
    // Damaged, unsigned, for another project, of an account that is gone: there is nothing to tell whoever sends such a thing.
    if (error instanceof IdentityError && ["argument-error", "user-not-found"].includes(error.code)) throw new IdentityError("invalid-id-token", { cause: error });
    throw error;
  }
}

/** Google vouches for the address now; whoever chose a password for it before may have been anybody. */
async function dropPassword(ask: Asking, uid: string) {
  const user = await ask.admin((auth) => auth.getUser(uid));
  if (user.providerData.some(({ providerId }) => providerId === "password")) await ask.admin((auth) => auth.updateUser(uid, { providersToUnlink: ["password"] }));
}

async function toAccount(user: UserRecord): Promise<Account> {
  const known = await findKnown(user.uid);
  return {
    uid: user.uid,
    email: (user.email ?? "").toLowerCase(),
    emailVerified: user.emailVerified && known?.isProven === true,
    displayName: user.displayName ?? "",
    disabled: user.disabled,
  };
}
