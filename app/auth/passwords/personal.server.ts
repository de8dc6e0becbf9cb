/**
 * Refuses passwords that contain their user's name or address, which are guessed first. Applies to both identity
 * providers.
 */
import { and, eq, isNull, or } from "drizzle-orm";
import { db } from "db";
import { users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { IdentityError } from "~/auth/identity-errors";

/** Minimum length of a name's part, in letters. Shorter ones occur in good passwords by chance. */
const shortestPart = 4;

/**
 * Throws `IdentityError` (`password-holds-name`, `password-holds-address`) for a password that contains its user's
 * name or address, ignoring case and accents.
 */
export function refusePersonal(password: string, { email, name }: { email: string; name: string }): void {
  const within = withoutAccents(password);
  const holds = (part: string) => [...part].length >= shortestPart && within.includes(part);
  const together = joinParts(name);
  if (parts(name).some(holds) || ([...together].length >= shortestPart && joinParts(password).includes(together)))
    throw new IdentityError("password-holds-name");
  const address = withoutAccents(email);
  const local = address.split("@")[0] ?? "";
  if ([address, local, ...parts(local)].some(holds)) throw new IdentityError("password-holds-address");
}

/**
 * Runs `refusePersonal` with the name of a known user. Not for visitors who only type an address, because the result
 * would tell them the user's name.
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

/** Returns the text in lower case, without accents or other variants of the same letters. */
const withoutAccents = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const parts = (text: string) => withoutAccents(text).split(/[^\p{L}\p{N}]+/u);
/** Joins all parts into one word, so that names with short parts, such as "Ann Lee", are long enough. */
const joinParts = (text: string) => parts(text).join("");
