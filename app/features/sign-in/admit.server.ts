/** Maps an account at the identity provider to a user who may sign in, or refuses it. */
import { and, desc, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import { config } from "config";
import { db, type Transaction, write } from "db";
import { type User, users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { capital } from "~/core/values/noun";
import { text } from "~/core/form/rules";
import { isLocalSample } from "~/core/http/local-sample.server";
import { notifyEveryone } from "~/features/notifications/notify.server";
import { securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { newAct, recordSecurity, system } from "~/core/resource/act.server";
import { acceptInvitation, invitationFor } from "~/features/team/invitations/invitations.server";
import { notifyOwners } from "~/features/notifications/notify-owners.server";
import { userResource } from "~/features/users/users.server";
import { isActive, isAdmitted, maySignIn, isWaiting } from "~/core/access/access.server";
import { IdentityError } from "~/auth/identity-errors";
import { endSessions } from "~/auth/sessions/sessions.server";
import { identity } from "~/auth/identity/identity.server";
import type { Account } from "~/auth/identity/provider";

/**
 * Returns the user for an account. On the first sign-in the account is linked to the user with its address, or a user
 * is added according to `REGISTRATION`. Throws `IdentityError`: `email-not-verified`, `user-disabled`,
 * `person-pending`, `person-kept-out`, `access-taken`, `person-tied`, `registration-closed`.
 */
export async function admit(account: Account): Promise<User> {
  const known = await personOf(db, account);
  if (account.disabled && !known?.deactivatedAt) throw new IdentityError("user-disabled"); // users who deactivated their account may come back
  if (!account.emailVerified) throw new IdentityError("email-not-verified");
  const lost = known ? undefined : await lostPerson(account.email);
  const person =
    known && !known.deletedAt
      ? await acceptPendingInvitation(known, account)
      : await write((tx) => firstVisit(tx, account, lost));
  if (!isAdmitted(person)) throw new IdentityError(admissionRefusal(person));
  return person;
}

function admissionRefusal(person: User) {
  if (!person.deletedAt && person.status === "Pending") return "person-pending";
  if (!isActive(person)) return "person-kept-out";
  return person.accessTakenAt ? "access-taken" : "person-pending";
}

/** Accepts a pending invitation for a user who was not admitted before. */
async function acceptPendingInvitation(person: User, { email }: Account): Promise<User> {
  if (isAdmitted(person) || canonicalAddress(email) !== person.email || !(await invitationFor(db, person.email)))
    return person;
  return write(async (tx) => acceptInvitation(tx, (await personOf(tx, { uid: person.uid ?? "" })) ?? person));
}

/**
 * After a password reset by mail: ends all sessions and tokens, forgets trusted browsers, writes the journal and
 * mails the user.
 */
export async function afterPasswordReset(tx: Transaction, account: Account): Promise<void> {
  const person = await personOf(tx, account);
  if (!person) return;
  await endSessions(tx, person.id);
  await recordSecurity(tx, person, person, "chose a new password by a link in the mail");
  const what =
    "A new password was chosen for your account by a link in the mail. All browsers\nwere logged out, and your API tokens were revoked.";
  await queueMail(tx, securityMail(person.email, "Your password was changed", what));
}

type Read = Pick<Transaction, "select">;

/** Returns the name in the directory for an address, which is kept on the first sign-in. */
export async function nameInDirectory(email: string): Promise<string | undefined> {
  return (
    await db
      .select({ name: users.name })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.deletedAt)))
  )[0]?.name;
}

/** The person tied to the account, even one in the trash. */
async function personOf(from: Read, account: Pick<Account, "uid">): Promise<User | undefined> {
  return (await from.select().from(users).where(eq(users.uid, account.uid)))[0];
}

/**
 * Returns the user with this address whose account no longer exists at the provider, or belongs to another provider.
 * A user in the trash is returned only if no one else has the address.
 */
async function lostPerson(email: string): Promise<User | undefined> {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.uid)))
    .orderBy(isNotNull(users.deletedAt), desc(users.id))
    .limit(1);
  return person?.uid && !(await identity().account(person.uid)) ? person : undefined;
}

async function firstVisit(tx: Transaction, account: Account, lost: User | undefined): Promise<User> {
  const known = await personOf(tx, account);
  if (known && !known.deletedAt) return acceptInvitation(tx, known);
  const tied = (await linkAccount(tx, account, known, lost?.uid)) ?? known ?? (lost?.deletedAt ? lost : undefined);
  if (tied) return tied;
  const row = await userResource.within.create(tx, newAct(system), {
    uid: account.uid,
    name: Name.safeParse(account.displayName).data ?? nameFrom(account.email),
    email: account.email,
    role: "",
    ...(await firstAccess(tx, account)),
  });
  await recordSecurity(tx, row, row, "registered", { isNews: false });
  if (maySignIn(row)) await notifyOwners(tx, system, row);
  const letIn = await acceptInvitation(tx, row);
  if (isWaiting(letIn)) await notifyOfWaiting(tx, letIn);
  return letIn;
}

/**
 * The verified address proves that this is the person whom someone put into the directory, or whose login is lost:
 * anew, if the account's own row is in the trash.
 */
async function linkAccount(
  tx: Transaction,
  account: Account,
  trashed: User | undefined,
  lost: string | null | undefined,
): Promise<User | undefined> {
  const [known] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, account.email), isNull(users.deletedAt)));
  if (!known) return undefined;
  if (known.uid && known.uid !== lost) throw new IdentityError("person-tied");
  const access = (await becomesClient(tx, known, account)) ? "client" : known.access;
  if (trashed) await tx.update(users).set({ uid: null }).where(eq(users.id, trashed.id));
  const [tied] = await tx.update(users).set({ uid: account.uid, access }).where(eq(users.id, known.id)).returning();
  await recordSecurity(tx, known, known, known.uid ? "came back with a new login" : "registered", {
    isNews: known.uid !== null,
  });
  if (!tied) return undefined;
  if (maySignIn(tied) && !known.uid) await notifyOwners(tx, system, tied);
  const letIn = await acceptInvitation(tx, tied);
  if (isWaiting(letIn) && !known.uid) await notifyOfWaiting(tx, letIn);
  return letIn;
}

/**
 * Whether a directory entry becomes a client by registering: active, without access or an invitation, and never
 * locked out.
 */
const becomesClient = async (tx: Transaction, known: User, account: Account) =>
  config.clientRegistration &&
  isActive(known) &&
  !isAdmitted(known) &&
  !(await invitationFor(tx, known.email)) &&
  !(await wasKeptOut(tx, account));

const notifyOfWaiting = (tx: Transaction, person: User) =>
  notifyEveryone(tx, "approval", {
    from: person,
    text: "registered and is waiting for approval",
    href: `/team/people/${person.id}/approve`,
    mail: "Someone registered and is waiting for approval",
  });

/**
 * Returns the initial access of a new user. An invitation is accepted right after; the first user becomes owner; a
 * local sample gives admin; client registration gives client; anyone else awaits approval.
 */
async function firstAccess(tx: Transaction, account: Account): Promise<Pick<User, "status" | "access">> {
  if (await invitationFor(tx, account.email)) return { status: "Active", access: "none" };
  if (config.registration === "closed") throw new IdentityError("registration-closed");
  const [somebody] = await tx.select({ id: users.id }).from(users).where(isNotNull(users.uid)).limit(1);
  if (!somebody) return { status: "Active", access: "owner" };
  if (isLocalSample() && config.registration === "open") return { status: "Active", access: "admin" };
  return config.clientRegistration && !(await wasKeptOut(tx, account))
    ? { status: "Active", access: "client" }
    : { status: "Pending", access: "none" };
}

/**
 * Whether anyone with this address or account, also in the trash, was banned, rejected or lost access: neither
 * registering nor a new directory entry bypasses that.
 */
async function wasKeptOut(tx: Transaction, { email, uid }: Account): Promise<boolean> {
  const wasIn = and(isNotNull(users.deletedAt), or(isNotNull(users.uid), ne(users.access, "none")));
  const theirs = or(eq(users.email, email), eq(users.uid, uid));
  return (
    (await tx.$count(
      users,
      and(theirs, or(inArray(users.status, ["Banned", "Rejected"]), isNotNull(users.accessTakenAt), wasIn)),
    )) > 0
  );
}

/** Rules for names, because identity providers allow longer and stranger ones. */
const Name = text({ max: 100, ask: "Enter a name" });

/** A name to begin with, such as "Ada Lovelace" for `ada.lovelace@example.com`. */
function nameFrom(email: string): string {
  const words = (email.split("@")[0] ?? "").split(/[._+-]+/).filter(Boolean);
  return words.map(capital).join(" ") || email;
}
