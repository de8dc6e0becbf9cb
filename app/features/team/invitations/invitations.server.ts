/** Invitations by mail: made, sent again, revoked, and used up at the first sign-in with their address. */
import { and, desc, eq, inArray } from "drizzle-orm";
import { config } from "config";
import { takeMailTo } from "~/auth/attempts.server";
import { afterCommit, db, type Transaction } from "db";
import { type Invitation, invitations, type User, users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { pick } from "~/core/values/pick";
import { digest, newSecret } from "~/core/process/secrets.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { queueMail, showsOwnMail } from "~/core/mail/mail.server";
import { recordOfKey, doubleClickMs, storeKey } from "~/core/form/form-keys.server";
import { type Actor, newAct, record, RuleViolation } from "~/core/resource/act.server";
import { setAccess } from "../access/give.server";
import { whereInvitationOpen } from "~/auth/revoke-invitations.server";
import { isAdmitted } from "~/core/access/access.server";
import { type AccessGrant, isSameAccess, accessTitle, tidyAccess } from "~/core/access/levels";
import { accessObstacle, grantRefusal } from "~/core/access/grants.server";
import { invitationMail } from "../team-mails";
import { invitationDays } from "~/features/team/limits";

const life = invitationDays * 86_400_000;
type Read = Pick<Transaction, "select">;

/** A sent invitation; `link` is set only where pages show the links of mails. */
export interface Invited {
  email: string;
  link?: string;
}

/**
 * Invites an address, in any case. A form that is sent again, by its one-time `key` or within a minute, invites once
 * and mails once. Throws `RuleViolation`.
 */
export async function invite(
  tx: Transaction,
  by: Actor,
  { email: typed, ...wanted }: AccessGrant & { email: string },
  key?: string,
): Promise<Invited> {
  const email = canonicalAddress(typed);
  const to = tidyAccess(wanted);
  await refuseUnlessMay(tx, by, email, to);
  const [earlier] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, email), whereInvitationOpen));
  if (earlier && !isOver(earlier)) {
    const isSame = earlier.byId === by.id && isSameAccess(earlier, to);
    const isAgain = key !== undefined && (await recordOfKey(tx, "invitations", key)) === String(earlier.id);
    if (isSame && (isAgain || Date.now() - earlier.createdAt.getTime() < doubleClickMs)) return { email };
    throw new RuleViolation({
      email: "This address has an invitation that waits already. Send that again, or revoke it first.",
    });
  }
  if (earlier) await revokeRow(tx, earlier.id);
  const { id, ...invited } = await createInvitation(tx, by, { email, ...to });
  if (key) await storeKey(tx, "invitations", key, String(id));
  return invited;
}

async function createInvitation(tx: Transaction, by: Actor, { email, access, areas }: AccessGrant & { email: string }) {
  const code = newSecret(16);
  const values = { codeHash: digest(code), email, access, areas, byId: by.id, createdAt: new Date() };
  const [made] = await tx
    .insert(invitations)
    .values({ ...values, expiresAt: new Date(Date.now() + life) })
    .returning({ id: invitations.id });
  if (!(await takeMailTo(tx, email, by.id)))
    throw new RuleViolation({ email: "You sent several mails to this address today. Invite it again tomorrow." });
  const link = `${config.appUrl}/invitation?${new URLSearchParams({ oobCode: code })}`;
  await queueMail(tx, invitationMail(email, { access, areas }, link));
  afterCommit(() =>
    logSecurityEvent({
      event: "access",
      outcome: "success",
      byId: by.id,
      what: `invitation as ${accessTitle({ access, areas })}`,
    }),
  );
  return { id: made?.id, email, link: showsOwnMail() ? link : undefined } satisfies Invited & { id: unknown };
}

/**
 * Sends an invitation again with a new link, valid for seven days and issued by `by`; the old link becomes invalid.
 * Throws `RuleViolation`.
 */
export async function sendAgain(tx: Transaction, by: Actor, id: number): Promise<Invited> {
  const invitation = await waiting(tx, id);
  await refuseUnlessMay(tx, by, invitation.email, invitation);
  await revokeRow(tx, id);
  return createInvitation(tx, by, invitation);
}

/** Revokes an invitation and its link. Throws `RuleViolation`. */
export async function revoke(tx: Transaction, by: Actor, id: number): Promise<Invitation> {
  const invitation = await waiting(tx, id);
  const reason = await invitationRefusal(tx, by, undefined, invitation);
  if (reason) throw new RuleViolation({ "": reason });
  await revokeRow(tx, id);
  afterCommit(() =>
    logSecurityEvent({
      event: "access",
      outcome: "success",
      byId: by.id,
      what: `revoked an invitation as ${accessTitle(invitation)}`,
    }),
  );
  return invitation;
}

const revokeRow = (tx: Transaction, id: number) =>
  tx.update(invitations).set({ revokedAt: new Date() }).where(eq(invitations.id, id));

async function waiting(tx: Transaction, id: number): Promise<Invitation> {
  const [invitation] = await tx.select().from(invitations).where(eq(invitations.id, id));
  if (invitation && !invitation.usedAt && !invitation.revokedAt) return invitation;
  const toTheSame = invitation && eq(invitations.email, invitation.email);
  const [newer] = toTheSame ? await tx.select().from(invitations).where(and(toTheSame, whereInvitationOpen)) : [];
  const became = newer && !invitation?.usedAt ? "replaced by a newer one" : "used or revoked";
  throw new RuleViolation({ "": `That invitation was ${became} meanwhile. Look at the list.` });
}

async function refuseUnlessMay(tx: Transaction, by: Actor, email: string, to: AccessGrant) {
  const person = await personOf(tx, email);
  const reason = await invitationRefusal(tx, by, person, to);
  if (reason) throw new RuleViolation({ "": reason });
  const cannot = person && accessObstacle(person);
  if (cannot) throw new RuleViolation({ email: cannot });
  if (person && isAdmitted(person))
    throw new RuleViolation({
      email: `${person.name} has this address, and access already. Change it on the team page.`,
    });
}

async function invitationRefusal(
  tx: Read,
  by: Pick<Actor, "id">,
  person: User | undefined,
  to: AccessGrant,
): Promise<string | undefined> {
  const [giver] = by.id === null ? [] : await tx.select().from(users).where(eq(users.id, by.id));
  return giver ? grantRefusal(giver, person, to) : "Whoever invites has to be in the directory.";
}

/** Returns the user with this address; one in the trash only if there is no other. */
async function personOf(from: Read, email: string): Promise<User | undefined> {
  const found = await from.select().from(users).where(eq(users.email, email)).orderBy(desc(users.id));
  return found.find(({ deletedAt }) => !deletedAt) ?? found[0];
}

const isOver = ({ expiresAt }: Invitation) => expiresAt.getTime() <= Date.now();

/** Returns why an invitation is invalid, as a sentence for its recipient; undefined if it is valid. */
export async function voidReason(from: Read, invitation: Invitation): Promise<string | undefined> {
  if (invitation.usedAt) return "This invitation was used already: it works once. Log in.";
  if (invitation.revokedAt)
    return "This invitation was taken back, or a newer one replaced it. Open the newest mail, or ask whoever invited you.";
  if (isOver(invitation))
    return `This invitation is older than ${invitationDays} days. Ask whoever invited you to send it again.`;
  const person = await personOf(from, invitation.email);
  if (person && accessObstacle(person))
    return "This invitation does not count any more: the account with its address may not sign in. Ask whoever invited you.";
  if (await invitationRefusal(from, { id: invitation.byId }, undefined, invitation))
    return "Whoever invited you may not let people in any more. Ask somebody else on the team to invite you.";
  return undefined;
}

/** Returns the invitation of a link's code, in any state. */
export async function invitationWith(code: string): Promise<Invitation | undefined> {
  return (
    await db
      .select()
      .from(invitations)
      .where(eq(invitations.codeHash, digest(code)))
  )[0];
}

/** The invitation of a link that counts. */
export async function openInvitation(code: string | null): Promise<Invitation | undefined> {
  const found = code ? await invitationWith(code) : undefined;
  return found && !(await voidReason(db, found)) ? found : undefined;
}

/** Returns the valid invitation for a verified address. */
export async function invitationFor(from: Read, email: string): Promise<Invitation | undefined> {
  const [found] = await from
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, canonicalAddress(email)), whereInvitationOpen));
  return found && !(await voidReason(from, found)) ? found : undefined;
}

/**
 * Grants an invitation's access to a user with a verified address and marks it as used. A user who already has access
 * keeps it.
 */
export async function acceptInvitation(tx: Transaction, person: User): Promise<User> {
  const invitation = await invitationFor(tx, person.email);
  if (!invitation || accessObstacle(person)) return person;
  await tx.update(invitations).set({ usedAt: new Date() }).where(eq(invitations.id, invitation.id));
  if (isAdmitted(person)) return person;
  const [by] = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.id, invitation.byId ?? 0));
  if (!by) return person;
  await record(tx, newAct(person), {
    entity: "users",
    recordId: String(person.id),
    label: person.name,
    action: "security",
    note: "accepted an invitation",
  });
  return setAccess(tx, by, person, invitation);
}

/** Returns why the invitee may not sign in by an invitation, even if it is sent again; undefined if they may. */
async function inviteeRefusal({ email }: Invitation): Promise<string | undefined> {
  const person = await personOf(db, email);
  return person && accessObstacle(person);
}

/**
 * Invitations as their list shows them: with who invited, whether they still count, and whether they are for others to
 * send again or revoke.
 */
export async function invitationsShown(me: User, rows: Invitation[]) {
  const inviters = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      inArray(
        users.id,
        rows.flatMap(({ byId }) => byId ?? []),
      ),
    );
  return Promise.all(
    rows.map(async (row) => {
      const over = isOver(row);
      const by = inviters.find(({ id }) => id === row.byId)?.name ?? null;
      return {
        ...pick(row, "id", "email", "access", "areas", "createdAt", "expiresAt"),
        by,
        over,
        isAbove: grantRefusal(me, undefined, row) !== undefined,
        isVoid: !over && (await voidReason(db, row)) !== undefined,
        keptOut: await inviteeRefusal(row),
      };
    }),
  );
}
