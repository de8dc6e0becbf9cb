/** What Portico needs of whoever keeps passwords. The rest of the code knows no more of a provider than this. */
import type { Transaction } from "db";
import type { Way } from "db/schema";

/** An account at the provider. Whether its person may come in is for `features/sign-in/admit.server.ts` to say. */
export interface Account {
  uid: string;
  /** Always lower case. */
  email: string;
  emailVerified: boolean;
  /** May be empty. */
  displayName: string;
  disabled: boolean;
  /**
   * Until the address is verified: names the latest sign-up, to whoever made it. Says nothing about the password
   * itself.
   */
  signUp?: string;
  /** The provider's word that this account has just signed in, for the provider itself to act upon. */
  ticket?: string;
  /** Logins from before this moment count no more: the password was changed where Portico does not see it. */
  validSince?: Date;
}

/**
 * What came of a mailed link: the account (with the address that it asked for in place of its old one, if
 * `isNewAddress`), or the address of one that needs a name and a password first.
 */
type Verified = { account: Account; isNewAddress?: boolean } | { account: undefined; email: string };

/** What becomes of a person whose account gets another address. Both throw `IdentityError` when that may not be. */
export interface Move {
  /** Asked before anything is changed. */
  check(uid: string, email: string): Promise<void>;
  /** Gives the person the address, in the transaction in which Portico's own word of the account changes. */
  apply(tx: Transaction, uid: string, email: string): Promise<void>;
}

/**
 * Where a mailed link can be followed without the mail: only in a sample whose mail stays on this machine, else
 * nothing. Nothing too when the address has no account, and the answer must not take another time for that.
 */
export type ShownLink = string | undefined;

/**
 * All methods throw `IdentityError`, with a code of the catalogue in `auth/identity-errors.ts`. Those that take a new
 * password refuse one that holds its person's name or address.
 */
export interface IdentityProvider {
  readonly name: "local" | "firebase";

  /**
   * Opens an account whose address is still to be verified; the latest of several counts. `email-already-exists` when a
   * verified one has it. Without a `signUp` the name and password do not count: the mailed link asks for them again.
   */
  signUp(person: { email: string; password: string; displayName: string }): Promise<Account>;
  /**
   * Verifies the address of an account that was just opened by somebody who has proved it otherwise, as by the link of
   * an invitation. `invalid-credential` where somebody else has opened it anew meanwhile.
   */
  proveAddress(account: Account): Promise<Account>;
  /**
   * The account with this password; it may be disabled. `invalid-credential` alike, and after the same work, for a
   * wrong password and an unknown e-mail.
   */
  signIn(email: string, password: string): Promise<Account>;
  /**
   * The account that a browser has signed in to by the provider's own script, by the ID token that it got: verified,
   * not revoked, and from a login of the last five minutes. Without a `ticket` the token opens nothing any more, there
   * or here. `invalid-id-token`, `requires-recent-login`, `user-disabled`.
   */
  signInWithToken(token: string): Promise<Account>;
  account(uid: string): Promise<Account | undefined>;

  /**
   * Mails a link that verifies the address. `from` is the path that the person was on the way to. For an account that
   * has just signed in or up it says so when that fails; for an address that anybody can type the answer is the same
   * whatever comes of it.
   */
  sendVerification(to: Account | string, from?: string): Promise<ShownLink>;
  /**
   * Follows the mailed link, once. Anybody can sign up with anybody's address, so the name and password that were typed
   * then hold only with their `signUp`. Without that the link is not used up until a new `password` and `displayName`
   * take their place. Where it brings a new address, the person `move`s too. `expired-action-code`,
   * `invalid-action-code`.
   */
  verify(
    code: string,
    by: { signUp?: string; password?: string; displayName?: string; move?: Move },
  ): Promise<Verified>;

  /** Mails a link that leads to a new password. */
  sendReset(email: string, from?: string): Promise<ShownLink>;
  /** Whose password a link would change. `expired-action-code`, `invalid-action-code`. */
  checkReset(code: string): Promise<{ email: string }>;
  /**
   * Follows the mailed link, once. It proves the address too; the name that somebody gave an unproven one is dropped.
   * `also` is done with it: with local accounts in one transaction.
   */
  resetPassword(
    code: string,
    password: string,
    also?: (tx: Transaction, account: Account) => Promise<void>,
  ): Promise<Account>;

  /** How the account can be signed in to. Nothing for one that is no more. */
  waysIn(uid: string): Promise<Way[]>;
  /** `wrong-password` when it is not this account's. */
  checkPassword(uid: string, password: string): Promise<void>;
  /** `wrong-password` when `current` is not it. `also` is done with it, as above. */
  changePassword(
    uid: string,
    current: string,
    password: string,
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<void>;
  /**
   * Mails a link to the new address, which is the account's from the moment it is followed (`openLink` of purpose
   * "change" until then). `from` is where it leads. `email-already-exists`.
   */
  changeEmail(uid: string, email: string, from?: string): Promise<ShownLink>;
  /** A disabled account cannot sign in. Nothing happens when there is none. */
  disable(uid: string, disabled: boolean): Promise<void>;
  /**
   * Ends what the provider has given out for the account: its tokens open nothing any more. Nothing happens when there
   * is none.
   */
  revoke(uid: string): Promise<void>;
  /** Deletes the account for good. Nothing happens when there is none. */
  delete(uid: string): Promise<void>;
  /**
   * Deletes accounts that were opened here before a moment and never verified, unless a mailed link can still be
   * followed. Answers how many.
   */
  deleteUnverified(before: Date): Promise<number>;
}
