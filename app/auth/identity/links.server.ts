/** The links that we mail: each lives one hour and works once, and only the hash of its code is kept. */
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, lte, ne } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { type MailLink, mailLinks } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { digest, newSecret } from "~/core/process/secrets.server";
import { IdentityError } from "~/auth/identity-errors";

/** In milliseconds. */
export const linkLife = 60 * 60_000;

type Purpose = MailLink["purpose"];

/**
 * Makes a link for an account and answers its code. Earlier ones to the same address stay good until they are used or
 * expire: a stranger who asks for another must not take the owner's link away. Those to another address die, and so
 * does one for a new address when that is asked for again. Without an account the same is done with a link that nobody
 * ever gets, so that the time of the answer tells nothing. `mail` is done in the same change.
 */
export async function makeLink(
  purpose: Purpose,
  uid: string | undefined,
  email: string,
  mail?: (tx: Transaction, code: string) => Promise<void>,
): Promise<string> {
  const code = newSecret(16);
  const owner = uid ?? randomUUID();
  const address = canonicalAddress(email);
  await write(async (tx) => {
    const replaced = purpose === "change" ? undefined : ne(mailLinks.email, address);
    await tx.delete(mailLinks).where(and(eq(mailLinks.uid, owner), eq(mailLinks.purpose, purpose), replaced));
    await tx.insert(mailLinks).values({
      codeHash: digest(code),
      uid: owner,
      purpose,
      email: address,
      expiresAt: new Date(Date.now() + linkLife),
    });
    await mail?.(tx, code);
  });
  return code;
}

/** The link with this code, if there is one. Throws `expired-action-code`. */
export async function findLink(
  from: Pick<Transaction, "select">,
  purpose: Purpose,
  code: string,
): Promise<MailLink | undefined> {
  const here = and(eq(mailLinks.codeHash, digest(code)), eq(mailLinks.purpose, purpose));
  const [link] = await from.select().from(mailLinks).where(here);
  if (link && link.expiresAt.getTime() <= Date.now()) throw new IdentityError("expired-action-code");
  return link;
}

/** Whether an account has a link for this purpose and address that may still be followed. */
export async function hasLink(
  from: Pick<Transaction, "select">,
  purpose: Purpose,
  uid: string,
  email: string,
): Promise<boolean> {
  const open = and(
    eq(mailLinks.uid, uid),
    eq(mailLinks.purpose, purpose),
    eq(mailLinks.email, email),
    gt(mailLinks.expiresAt, new Date()),
  );
  return (await from.select({ uid: mailLinks.uid }).from(mailLinks).where(open)).length > 0;
}

/** The account's newest link for this purpose that may still be followed. */
export async function openLink(uid: string, purpose: Purpose): Promise<MailLink | undefined> {
  const open = and(eq(mailLinks.uid, uid), eq(mailLinks.purpose, purpose), gt(mailLinks.expiresAt, new Date()));
  return (await db.select().from(mailLinks).where(open).orderBy(desc(mailLinks.expiresAt)).limit(1))[0];
}

/** Takes away an account's links, of one purpose or all: one was followed, or the account is gone. */
export async function endLinks(tx: Transaction, uid: string, purpose?: Purpose) {
  await tx.delete(mailLinks).where(and(eq(mailLinks.uid, uid), purpose && eq(mailLinks.purpose, purpose)));
}

/** Takes away links whose time is over. Answers how many. */
export function deleteOldLinks(): Promise<number> {
  return write(
    async (tx) =>
      (await tx.delete(mailLinks).where(lte(mailLinks.expiresAt, new Date())).returning({ uid: mailLinks.uid })).length,
  );
}
