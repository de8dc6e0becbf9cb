/** The interface between Portico and an identity provider, which keeps the passwords. */
import type { Transaction } from "db";
import type { Way } from "db/schema";

/** An account at the provider. Whether its user may sign in is decided in `features/sign-in/admit.server.ts`. */
export interface Account {
  uid: string;
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  /** May be empty. */
  displayName: string;
  disabled: boolean;
  /** Secret of the latest sign-up, until the address is verified. It says nothing about the password. */
  signUp?: string;
  /** Proof for the provider itself that this account has just signed in. */
  ticket?: string;
  /** Logins before this moment are invalid, because the password was changed outside Portico. */
  validSince?: Date;
}

/**
 * Result of a mailed link: the account (with its new address if `isNewAddress`), or the address of an account that
 * needs a name and a password first.
 */
type Verified = { account: Account; isNewAddress?: boolean } | { account: undefined; email: string };

/** Moves a user to their account's new address. Both methods throw `IdentityError` to refuse. */
export interface Move {
  /** Runs before anything is changed. */
  check(uid: string, email: string): Promise<void>;
  /** Sets the user's address, in the transaction that changes Portico's own record of the account. */
  apply(tx: Transaction, uid: string, email: string): Promise<void>;
}

/**
 * The mailed link to show on the page, only in a sample whose mail stays on this machine. Undefined too if the address
 * has no account, after the same time.
 */
export type ShownLink = string | undefined;

/**
 * An identity provider. All methods throw `IdentityError` with a code of `auth/identity-errors.ts`; those that set a
 * password refuse one that contains its user's name or address.
 */
export interface IdentityProvider {
  readonly name: "local" | "firebase";

  /**
   * Opens an account with an unverified address; the latest of several counts. Throws `email-already-exists` for a
   * verified one. Without a `signUp` in the result, name and password do not count, and the mailed link asks for them
   * again.
   */
  signUp(person: { email: string; password: string; displayName: string }): Promise<Account>;
  /**
   * Verifies the address of an account just opened by someone who has proven it otherwise, such as by an invitation.
   * Throws `invalid-credential` if someone else has opened it anew meanwhile.
   */
  proveAddress(account: Account): Promise<Account>;
  /**
   * Returns the account with this password, even if it is disabled. Throws `invalid-credential` for a wrong password
   * and for an unknown e-mail, after the same time.
   */
  signIn(email: string, password: string): Promise<Account>;
  /**
   * Verifies an ID token from the provider's browser script, which must not be revoked and must come from a login of
   * the last five minutes. A result without `ticket` means that the token is no longer valid. Throws
   * `invalid-id-token`, `requires-recent-login`, `user-disabled`.
   */
  signInWithToken(token: string): Promise<Account>;
  account(uid: string): Promise<Account | undefined>;

  /**
   * Mails a verification link that leads on to the path `from`. For an account that has just signed in or up a failure
   * throws; for a typed address the result is the same whatever happens.
   */
  sendVerification(to: Account | string, from?: string): Promise<ShownLink>;
  /**
   * Uses up a mailed link, and calls `move` for one that changes the address. Name and password of the sign-up count
   * only with its `signUp`; without it the link stays valid until a new `password` and `displayName` are given. Throws
   * `expired-action-code`, `invalid-action-code`.
   */
  verify(
    code: string,
    by: { signUp?: string; password?: string; displayName?: string; move?: Move },
  ): Promise<Verified>;

  /** Mails a password reset link. */
  sendReset(email: string, from?: string): Promise<ShownLink>;
  /**
   * Returns the e-mail of the account whose password a link resets. Throws `expired-action-code`,
   * `invalid-action-code`.
   */
  checkReset(code: string): Promise<{ email: string }>;
  /**
   * Uses up a mailed link, sets the password, verifies the address, and drops the name of an account that was
   * unverified. `also` runs with it, in the same transaction for local accounts.
   */
  resetPassword(
    code: string,
    password: string,
    also?: (tx: Transaction, account: Account) => Promise<void>,
  ): Promise<Account>;

  /** Returns the ways to sign in to the account; none if it no longer exists. */
  waysIn(uid: string): Promise<Way[]>;
  /** Throws `wrong-password` unless it is this account's password. */
  checkPassword(uid: string, password: string): Promise<void>;
  /** Changes the password. Throws `wrong-password` unless `current` is right; `also` runs as in `resetPassword`. */
  changePassword(
    uid: string,
    current: string,
    password: string,
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<void>;
  /**
   * Mails a link to the new address, which becomes the account's when it is followed (until then `openLink` of purpose
   * "change" finds it). It leads on to the path `from`. Throws `email-already-exists`.
   */
  changeEmail(uid: string, email: string, from?: string): Promise<ShownLink>;
  /** Disables or enables sign-in for the account. Does nothing if it does not exist. */
  disable(uid: string, disabled: boolean): Promise<void>;
  /** Revokes all tokens that the provider issued for the account. Does nothing if it does not exist. */
  revoke(uid: string): Promise<void>;
  /** Deletes the account permanently. Does nothing if it does not exist. */
  delete(uid: string): Promise<void>;
  /**
   * Deletes accounts opened here before a moment and never verified, unless a mailed link is still valid. Returns
   * their number.
   */
  deleteUnverified(before: Date): Promise<number>;
}
