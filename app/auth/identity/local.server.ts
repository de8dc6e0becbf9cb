/** The local identity provider: accounts in Portico's own database, with passwords hashed by argon2id. */
import { randomUUID } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { and, eq, gt, isNull, lt, notExists } from "drizzle-orm";
import { config } from "config";
import { db, type Transaction, write } from "db";
import { type AccountRow, accounts, type MailLink, mailLinks, users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { newAddressMail, passwordResetMail, verificationMail } from "~/core/mail/account-mails";
import { type Mail, queueMail, showsOwnMail } from "~/core/mail/mail.server";
import { currentRequester, passwordQueue } from "~/core/http/work-queues.server";
import { digest, newSecret } from "~/core/process/secrets.server";
import { IdentityError } from "~/auth/identity-errors";
import { fewestOfProviders } from "../passwords/password-length";
import { refusePersonal, refusePersonalOf } from "../passwords/personal.server";
import type { Account, IdentityProvider, ShownLink } from "./provider";
import { endLinks, findLink, linkLife, makeLink } from "./links.server";

type Purpose = MailLink["purpose"];

/** Hashes a password with the library's defaults, which match OWASP's for argon2id: 19 MiB, two passes, one lane. */
const hashed = (password: string) => passwordQueue.run(currentRequester(), () => hash(password.normalize("NFKC")));
const verifyPassword = (passwordHash: string, password: string) =>
  passwordQueue.run(currentRequester(), () => verify(passwordHash, password.normalize("NFKC")));

/** A hash to compare with when an e-mail has no account, so that the check takes the same time. */
let dummyPasswordHash: Promise<string> | undefined;

async function passwordOf(account: AccountRow | undefined): Promise<string> {
  const other = await (dummyPasswordHash ??= hash(newSecret()));
  return account?.passwordHash ?? other;
}

export const local: IdentityProvider = {
  name: "local",

  async signUp({ email, password, displayName }) {
    refusePersonal(password, { email, name: displayName });
    const passwordHash = await hashNew(password);
    return write(async (tx) => {
      const earlier = await byEmail(tx, email);
      if (earlier?.emailVerifiedAt) throw new IdentityError("email-already-exists");
      if (!earlier) return toAccount(await insert(tx, { email: canonicalAddress(email), passwordHash, displayName }));
      return toAccount(await updateAccount(tx, earlier.uid, { passwordHash, displayName, createdAt: new Date() }));
    });
  },

  async proveAddress({ uid, signUp }) {
    return write(async (tx) => {
      const account = await byUid(tx, uid);
      if (!account || toAccount(account).signUp !== signUp) throw new IdentityError("invalid-credential");
      await endLinks(tx, uid);
      return toAccount(await updateAccount(tx, uid, { emailVerifiedAt: new Date() }));
    });
  },

  async signIn(email, password) {
    const account = await byEmail(db, email);
    const right = await verifyPassword(await passwordOf(account), password);
    if (!account?.passwordHash || !right) throw new IdentityError("invalid-credential");
    return toAccount(account);
  },

  async signInWithToken() {
    throw new IdentityError("operation-not-allowed"); // this provider issues no tokens
  },

  async account(uid) {
    const account = await byUid(db, uid);
    return account && toAccount(account);
  },

  async sendVerification(to, from) {
    const email = typeof to === "string" ? to : to.email;
    const account = await byEmail(db, email);
    const open = account && !account.emailVerifiedAt ? account : undefined;
    return sendLink("verify", open?.uid, email, from);
  },

  async verify(code, { signUp, password, displayName = "", move }) {
    const { link } = await followVerifying(db, code); // checked first, so that made-up codes cost no hash
    const { email } = link;
    const isNewAddress = link.purpose === "change";
    if (isNewAddress) await move?.check(link.uid, email);
    if (password !== undefined) refusePersonal(password, { email, name: displayName });
    const passwordHash = password === undefined ? undefined : await hashNew(password);
    return write(async (tx) => {
      const { account } = await followVerifying(tx, code);
      const other = await byEmail(tx, email);
      if (other && other.uid !== account.uid) await release(tx, other);
      const holds = account.emailVerifiedAt !== null || toAccount(account).signUp === signUp;
      if (!holds && !passwordHash) return { account: undefined, email };
      await endLinks(tx, account.uid);
      const proven = { email, emailVerifiedAt: new Date(), ...(!holds && { passwordHash, displayName }) };
      const verified = toAccount(await updateAccount(tx, account.uid, proven));
      if (isNewAddress) await move?.apply(tx, account.uid, email);
      return { account: verified, isNewAddress };
    });
  },

  async sendReset(email, from) {
    const account = await byEmail(db, email);
    return sendLink("reset", account?.uid, email, from);
  },

  async checkReset(code) {
    return { email: (await requireLink(db, "reset", code)).account.email };
  },

  async resetPassword(code, password, also) {
    const { account } = await requireLink(db, "reset", code); // checked first, so that made-up codes cost no hash
    await refusePersonalOf(account, password);
    const passwordHash = await hashNew(password);
    return write(async (tx) => {
      const { account } = await requireLink(tx, "reset", code);
      await endLinks(tx, account.uid);
      const proof = account.emailVerifiedAt ? {} : { emailVerifiedAt: new Date(), displayName: "" };
      const theirs = toAccount(await updateAccount(tx, account.uid, { passwordHash, ...proof }));
      await also?.(tx, theirs);
      return theirs;
    });
  },

  async waysIn(uid) {
    const account = await byUid(db, uid);
    return account?.passwordHash ? ["password"] : [];
  },

  async checkPassword(uid, password) {
    const account = await byUid(db, uid);
    const right = await verifyPassword(await passwordOf(account), password);
    if (!account?.passwordHash || !right) throw new IdentityError("wrong-password");
  },

  async changePassword(uid, current, password, also) {
    await local.checkPassword(uid, current);
    await refusePersonalOf({ uid }, password);
    const passwordHash = await hashNew(password);
    await write(async (tx) => {
      await endLinks(tx, uid);
      await updateAccount(tx, uid, { passwordHash });
      await also?.(tx);
    });
  },

  async changeEmail(uid, email, from) {
    const other = await byEmail(db, email);
    if (other?.emailVerifiedAt && other.uid !== uid) throw new IdentityError("email-already-exists");
    return sendLink("change", uid, email, from);
  },

  async disable(uid, disabled) {
    await write(
      async (tx) =>
        void (await tx
          .update(accounts)
          .set({ disabledAt: disabled ? new Date() : null })
          .where(eq(accounts.uid, uid))),
    );
  },

  async revoke() {
    // There is nothing to revoke: Portico's own sessions are the only ones.
  },

  async delete(uid) {
    await write((tx) => remove(tx, uid));
  },

  async deleteUnverified(before) {
    const link = and(eq(mailLinks.uid, accounts.uid), gt(mailLinks.expiresAt, new Date()));
    const open = db.select({ uid: mailLinks.uid }).from(mailLinks).where(link);
    const tied = db.select({ id: users.id }).from(users).where(eq(users.uid, accounts.uid));
    const old = and(isNull(accounts.emailVerifiedAt), lt(accounts.createdAt, before), notExists(open), notExists(tied));
    return write(async (tx) => (await tx.delete(accounts).where(old).returning({ uid: accounts.uid })).length);
  },
};

async function remove(tx: Transaction, uid: string) {
  await endLinks(tx, uid);
  await tx.delete(accounts).where(eq(accounts.uid, uid));
}

/**
 * Deletes an unverified account that holds an address, for an account that has verified it. Throws
 * `email-already-exists` if the holder is verified.
 */
async function release(tx: Transaction, { uid, emailVerifiedAt }: AccountRow) {
  if (emailVerifiedAt) throw new IdentityError("email-already-exists");
  await remove(tx, uid);
}

async function hashNew(password: string): Promise<string> {
  if (password.length < fewestOfProviders) throw new IdentityError("weak-password");
  return hashed(password);
}

type Read = Pick<Transaction, "select">;

async function byEmail(from: Read, email: string): Promise<AccountRow | undefined> {
  return (
    await from
      .select()
      .from(accounts)
      .where(eq(accounts.email, canonicalAddress(email)))
  )[0];
}

async function byUid(from: Read, uid: string): Promise<AccountRow | undefined> {
  return (await from.select().from(accounts).where(eq(accounts.uid, uid)))[0];
}

async function insert(
  tx: Transaction,
  values: Pick<AccountRow, "email" | "passwordHash" | "displayName">,
): Promise<AccountRow> {
  const [row] = await tx
    .insert(accounts)
    .values({ uid: randomUUID(), ...values })
    .returning();
  return row ?? absent();
}

async function updateAccount(tx: Transaction, uid: string, values: Partial<AccountRow>): Promise<AccountRow> {
  const [row] = await tx.update(accounts).set(values).where(eq(accounts.uid, uid)).returning();
  return row ?? absent();
}

function absent(): never {
  throw new IdentityError("user-not-found");
}

const toAccount = (row: AccountRow): Account => ({
  uid: row.uid,
  email: row.email,
  emailVerified: row.emailVerifiedAt !== null,
  displayName: row.displayName,
  disabled: row.disabledAt !== null,
  signUp: row.emailVerifiedAt === null && row.passwordHash ? digest(row.passwordHash) : undefined,
});

const paths = { verify: "/email-verification", change: "/email-verification", reset: "/forget-password" };
const mails: Record<Purpose, (to: string, link: string) => Mail> = {
  verify: verificationMail,
  change: newAddressMail,
  reset: passwordResetMail,
};

/**
 * Creates a link and queues its mail. Without an account the mail has no recipient, so that the response takes the
 * same time.
 */
async function sendLink(purpose: Purpose, uid: string | undefined, email: string, from?: string): Promise<ShownLink> {
  const linkOf = (code: string) =>
    `${config.appUrl}${paths[purpose]}?${new URLSearchParams({ oobCode: code, ...(from && from !== "/" && { from }) })}`;
  const to = uid === undefined ? "" : email;
  const code = await makeLink(purpose, uid, email, (tx, code) =>
    queueMail(tx, { ...mails[purpose](to, linkOf(code)), goodFor: linkLife }),
  );
  return uid !== undefined && showsOwnMail() ? linkOf(code) : undefined;
}

/** Returns the link with this code and its account. Throws `invalid-action-code`, `expired-action-code`. */
async function requireLink(from: Read, purpose: Purpose, code: string) {
  const link = await findLink(from, purpose, code);
  const account = link && (await byUid(from, link.uid));
  if (!link || !account) throw new IdentityError("invalid-action-code");
  return { link, account };
}

/** Returns the link that verifies an account's first address or a new one, with its account. */
async function followVerifying(from: Read, code: string) {
  return requireLink(from, (await findLink(from, "change", code)) ? "change" : "verify", code);
}
