/**
 * No password may hold its person's own name or address: whoever wants in tries these first. The same rule for both
 * identity providers.
 */
import { and, eq, isNull, or } from "drizzle-orm";
import { db } from "db";
import { users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { IdentityError } from "~/auth/identity-errors";

/** Shorter parts of names stand in many a good password by chance; in letters. */
const shortestPart = 4;

/**
 * Throws `IdentityError` (`password-holds-name`, `password-holds-address`) for a password that holds what its person is
 * called by, in any case and with or without accents.
 */
export function refusePersonal(password: string, { email, name }: { email: string; name: string }): void {
  const within = withoutAccents(password);
  const holds = (part: string) => [...part].length >= shortestPart && within.includes(part);
  const together = joined(name);
  if (parts(name).some(holds) || ([...together].length >= shortestPart && joined(password).includes(together)))
    throw new IdentityError("password-holds-name");
  const address = withoutAccents(email);
  const local = address.split("@")[0] ?? "";
  if ([address, local, ...parts(local)].some(holds)) throw new IdentityError("password-holds-address");
}

/**
 * The same for who is known already. Not for somebody who only types an address: the answer would tell them whose name
 * belongs to it.
 */
export async function refusePersonalOf(
  { uid, email = "" }: { uid?: string; email?: string },
  password: string,
): Promise<void> {
  const isTheirs = or(uid === undefined ? undefined : eq(users.uid, uid), eq(users.email, canonicalAddress(email)));
  const [person] = await db
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(and(isTheirs, isNull(users.deletedAt)));
  refusePersonal(password, person ?? { email, name: "" });
}

/** Without case, accents and other ways to write the same letters. */
const withoutAccents = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const parts = (text: string) => withoutAccents(text).split(/[^\p{L}\p{N}]+/u);
/** All of it in one word: a name whose parts are short, such as "Ann Lee", is long enough as a whole. */
const joined = (text: string) => parts(text).join("");
