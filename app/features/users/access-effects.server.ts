/** Effects when a user's access changes: sessions end, invitations are revoked, and people are notified. */
import { afterCommit, type Transaction } from "db";
import type { User } from "db/schema";
import { lockLogin } from "~/auth/identity/provider-work.server";
import { revokeGrantsBy, revokeInvitationsTo } from "~/auth/revoke-invitations.server";
import { endSessions } from "~/auth/sessions/sessions.server";
import { isAdmitted, maySignIn } from "~/core/access/access.server";
import { admittedMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import type { Act, Actor } from "~/core/resource/act.server";
import { notifyOwners } from "~/features/notifications/notify-owners.server";

/** A change of a user; `before` is undefined for a new one. */
interface Change {
  before: User | undefined;
  after: User;
}

/** Carries out what follows from a change of a user, in its transaction. */
export async function applyAccessChange(tx: Transaction, { before, after }: Change, { by }: Act): Promise<void> {
  if (before && isAdmitted(before) && !isAdmitted(after)) {
    await endSessions(tx, before.id); // also the login with which a deactivated user would come back
    await revokeGrantsBy(tx, before.id);
  }
  await revokeInvitationsOf(tx, { before, after });
  if (before?.uid && isBarred(before) !== isBarred(after)) await lockLogin(tx, before.uid, isBarred(after));
  if (before?.status === "Pending" && maySignIn(after)) await notifyOfApproval(tx, by, after);
  logStatusChange(by, { before, after });
}

/** Notifies an approved user, if they have a login, and the owners. */
async function notifyOfApproval(tx: Transaction, by: Actor, user: User) {
  if (user.uid) await queueMail(tx, admittedMail(user));
  await notifyOwners(tx, by, user);
}

const isBarred = ({ status }: Pick<User, "status">) => status === "Banned" || status === "Rejected";
const isLockedOut = (person: User) => isBarred(person) || person.deletedAt !== null;

/**
 * Revokes invitations to a user who loses access or is locked out, and invitations to an address that such a user
 * receives.
 */
async function revokeInvitationsOf(tx: Transaction, { before, after }: Change) {
  const isLetGo = before && isAdmitted(before) && !isAdmitted(after);
  if (before && (isLetGo || (isLockedOut(after) && !isLockedOut(before)))) await revokeInvitationsTo(tx, before.email);
  if (isLockedOut(after) && !(before && isLockedOut(before) && before.email === after.email))
    await revokeInvitationsTo(tx, after.email);
}

/** Logs the change of status of a user who has a login. */
function logStatusChange(by: Actor, { before, after }: Change) {
  const [was, is] = [before && statusText(before), statusText(after)];
  if (after.uid === null || !was || was === is) return;
  afterCommit(() =>
    logSecurityEvent({ event: "access", outcome: "success", userId: after.id, byId: by.id, what: `${was} to ${is}` }),
  );
}

const statusText = ({ status, deletedAt }: User) => (deletedAt ? "in the trash" : status);
