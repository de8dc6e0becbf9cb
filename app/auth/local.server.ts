/** The local identity provider: accounts in Portico's own database, passwords as argon2id. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { and, eq, ne } from "drizzle-orm";
import { config } from "config";
import { db, type Transaction, write } from "db";
import { type AccountRow, accounts, mailLinks } from "db/schema";
import { resetMail, verificationMail } from "~/mail/account-mails";
import { type Mail, sendMail, showsOwnMail } from "~/mail/mail.server";
import type { Account, IdentityProvider, ShownLink } from "./identity.server";
import { IdentityError } from "./messages";

/** Mailed links live this long, in milliseconds. */
const linkLife = 60 * 60_000;
/** Beneath Portico's own rule for passwords, as every provider has one (SPEC section 5). */
const fewestCharacters = 6;

type Purpose = "verify" | "reset";

/** The library's defaults are what OWASP asks of argon2id: 19 MiB, two passes, one lane. */
const hashed = (password: string) => hash(password.normalize("NFKC"));
const matches = (passwordHash: string, password: string) => verify(passwordHash, password.normalize("NFKC"));

/** Nobody's password: an e-mail without an account costs the same work as one that has. */
const nobodys = hashed(randomBytes(16).toString("hex"));

export const local: IdentityProvider = {
  name: "local",

  async signUp({ email, password, displayName }) {
    const passwordHash = await hashNew(password);
    return write(async (tx) => {
      const earlier = await byEmail(tx, email);
      if (earlier?.emailVerifiedAt) throw new IdentityError("email-already-exists");
      if (!earlier) return toAccount(await insert(tx, { email: email.toLowerCase(), passwordHash, displayName }));
      return toAccount(await change(tx, earlier.uid, { passwordHash, displayName }));
    });
  },

  async signIn(email, password) {
    const account = await byEmail(db, email);
    const right = await matches(account?.passwordHash ?? (await nobodys), password);
    if (!account?.passwordHash || !right) throw new IdentityError("invalid-credential");
    if (account.disabledAt) throw new IdentityError("user-disabled");
    return toAccount(account);
  },

  async account(uid) {
    const account = await byUid(db, uid);
    return account && toAccount(account);
  },

  async sendVerification(email, from) {
    const account = await byEmail(db, email);
    const open = account && !account.emailVerifiedAt ? account : undefined;
    return sendLink("verify", open?.uid, email, from);
  },

  async verify(code, { signUp, password, displayName = "" }) {
    const { link } = await follow(db, "verify", code); // a made-up code shall not cost a hash
    const passwordHash = password === undefined ? undefined : await hashNew(password);
    return write(async (tx) => {
      const { account } = await follow(tx, "verify", code);
      const { email } = link;
      const other = await byEmail(tx, email);
      if (other && other.uid !== account.uid) throw new IdentityError("email-already-exists");
      const holds = account.emailVerifiedAt !== null || toAccount(account).signUp === signUp;
      if (!holds && !passwordHash) return { account: undefined, email };
      await tx.delete(mailLinks).where(eq(mailLinks.uid, account.uid));
      return { account: toAccount(await change(tx, account.uid, { email, emailVerifiedAt: new Date(), ...(!holds && { passwordHash, displayName }) })) };
    });
  },

  async sendReset(email, from) {
    const account = await byEmail(db, email);
    return sendLink("reset", account?.uid, email, from);
  },

  async checkReset(code) {
    return { email: (await follow(db, "reset", code)).account.email };
  },

  async resetPassword(code, password) {
    await follow(db, "reset", code); // a made-up code shall not cost a hash
    const passwordHash = await hashNew(password);
    return write(async (tx) => {
      const { account } = await follow(tx, "reset", code);
      await tx.delete(mailLinks).where(eq(mailLinks.uid, account.uid));
      const proof = account.emailVerifiedAt ? {} : { emailVerifiedAt: new Date(), displayName: "" };
      return toAccount(await change(tx, account.uid, { passwordHash, ...proof }));
    });
  },

  async changePassword(uid, current, password) {
    const account = await byUid(db, uid);
    const right = await matches(account?.passwordHash ?? (await nobodys), current);
    if (!account?.passwordHash || !right) throw new IdentityError("wrong-password");
    const passwordHash = await hashNew(password);
    await write(async (tx) => {
      await tx.delete(mailLinks).where(and(eq(mailLinks.uid, uid), eq(mailLinks.purpose, "reset")));
      await change(tx, uid, { passwordHash });
    });
  },

  async changeEmail(uid, email) {
    const other = await byEmail(db, email);
    if (other && other.uid !== uid) throw new IdentityError("email-already-exists");
    return sendLink("verify", uid, email);
  },

  async disable(uid, disabled) {
    await write((tx) => change(tx, uid, { disabledAt: disabled ? new Date() : null }));
  },

  async delete(uid) {
    await write(async (tx) => {
      await tx.delete(mailLinks).where(eq(mailLinks.uid, uid));
      await tx.delete(accounts).where(eq(accounts.uid, uid));
    });
  },
};

async function hashNew(password: string): Promise<string> {
  if (password.length < fewestCharacters) throw new IdentityError("weak-password");
  return hashed(password);
}

type Read = Pick<Transaction, "select">;

async function byEmail(from: Read, email: string): Promise<AccountRow | undefined> {
  return (await from.select().from(accounts).where(eq(accounts.email, email.toLowerCase())))[0];
}

async function byUid(from: Read, uid: string): Promise<AccountRow | undefined> {
  return (await from.select().from(accounts).where(eq(accounts.uid, uid)))[0];
}

async function insert(tx: Transaction, values: Pick<AccountRow, "email" | "passwordHash" | "displayName">): Promise<AccountRow> {
  const [row] = await tx.insert(accounts).values({ uid: randomUUID(), ...values }).returning();
  return row ?? absent();
}

async function change(tx: Transaction, uid: string, values: Partial<AccountRow>): Promise<AccountRow> {
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

const paths = { verify: "/email-verification", reset: "/forget-password" };
const mails: Record<Purpose, (to: string, link: string) => Mail> = { verify: verificationMail, reset: resetMail };

/**
 * Makes a link and mails it. Earlier ones for the same purpose die, but for those that verify the same address: a stranger who
 * registers it too must not take the owner's link away. Without an account the same is done with a link that
 * nobody ever gets, so that the time of the answer tells nothing; the mail itself leaves after the answer.
 */
async function sendLink(purpose: Purpose, uid: string | undefined, email: string, from?: string): Promise<ShownLink> {
  const code = randomBytes(16).toString("base64url");
  await write(async (tx) => {
    const owner = uid ?? randomUUID();
    const kept = purpose === "verify" ? ne(mailLinks.email, email.toLowerCase()) : undefined;
    await tx.delete(mailLinks).where(and(eq(mailLinks.uid, owner), eq(mailLinks.purpose, purpose), kept));
    const expiresAt = new Date(Date.now() + linkLife);
    await tx.insert(mailLinks).values({ codeHash: digest(code), uid: owner, purpose, email: email.toLowerCase(), expiresAt });
  });
  if (uid === undefined) return undefined;
  const query = new URLSearchParams({ oobCode: code, ...(from && from !== "/" && { from }) });
  const link = `${config.appUrl}${paths[purpose]}?${query}`;
  void sendMail(mails[purpose](email, link));
  return showsOwnMail() ? link : undefined;
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/** The link with this code and its account, if it may still be followed. */
async function follow(from: Read, purpose: Purpose, code: string) {
  const here = and(eq(mailLinks.codeHash, digest(code)), eq(mailLinks.purpose, purpose));
  const [link] = await from.select().from(mailLinks).where(here);
  if (link && link.expiresAt.getTime() <= Date.now()) throw new IdentityError("expired-action-code");
  const account = link && (await byUid(from, link.uid));
  if (!link || !account) throw new IdentityError("invalid-action-code");
  return { link, account };
}
