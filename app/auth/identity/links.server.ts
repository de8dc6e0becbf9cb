/** Mailed links. Each is valid for one hour and one use, and only the hash of its code is stored. */
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, lte, ne } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { type MailLink, mailLinks } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { digest, newSecret } from "~/core/process/secrets.server";
import { IdentityError } from "~/auth/identity-errors";

/** Lifetime of a link, in milliseconds. */
export const linkLife = 60 * 60_000;

type Purpose = MailLink["purpose"];

/**
 * Creates a link for an account, or without `uid` an unused one in the same time, and returns its code; `mail` runs in
 * the same transaction. Deletes links to other addresses, and earlier ones for an address change; others to the same
 * address stay valid, so that a stranger's request cannot revoke the owner's link.
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

/** Returns the link with this code, if any. Throws `expired-action-code`. */
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

/** Whether the account has a valid link for this purpose and address. */
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

/** Returns the account's newest valid link for this purpose. */
export async function openLink(uid: string, purpose: Purpose): Promise<MailLink | undefined> {
  const open = and(eq(mailLinks.uid, uid), eq(mailLinks.purpose, purpose), gt(mailLinks.expiresAt, new Date()));
  return (await db.select().from(mailLinks).where(open).orderBy(desc(mailLinks.expiresAt)).limit(1))[0];
}

/** Deletes the account's links, of one purpose or all. */
export async function endLinks(tx: Transaction, uid: string, purpose?: Purpose) {
  await tx.delete(mailLinks).where(and(eq(mailLinks.uid, uid), purpose && eq(mailLinks.purpose, purpose)));
}

/** Deletes expired links and returns their number. */
export function deleteOldLinks(): Promise<number> {
  return write(
    async (tx) =>
      (await tx.delete(mailLinks).where(lte(mailLinks.expiresAt, new Date())).returning({ uid: mailLinks.uid })).length,
  );
}
