/** Ends invitations, and resets of a second step that somebody asked for, together with an access. */
import { canonicalAddress } from "db/email-address";
import { and, eq, isNull, lt } from "drizzle-orm";
import { type Transaction, write } from "db";
import { invitations, secondStepResets } from "db/schema";

/** Neither accepted nor revoked, as a condition on `invitations`. */
export const isOpen = and(isNull(invitations.usedAt), isNull(invitations.revokedAt));

/** Forgets what was asked of an address: its person is erased. */
export const deleteInvitationsTo = (tx: Transaction, email: string) =>
  tx.delete(invitations).where(eq(invitations.email, canonicalAddress(email)));

/**
 * Ends what an address was invited to and has not accepted: what somebody decided of its person since counts, whichever
 * of the two gives more.
 */
export const revokeInvitationsTo = (tx: Transaction, email: string) =>
  tx
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(and(eq(invitations.email, canonicalAddress(email)), isOpen));

/**
 * Ends what somebody gave out whose access ends, for it does not come back with that access: invitations, and resets of
 * a second step that they asked for.
 */
export async function endGivenBy(tx: Transaction, personId: number) {
  await tx
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(and(eq(invitations.byId, personId), isOpen));
  await tx.delete(secondStepResets).where(eq(secondStepResets.byId, personId));
}

/** Forgets invitations that ended before a moment. Answers how many. */
export function deleteOldInvitations(before: Date): Promise<number> {
  return write(
    async (tx) =>
      (await tx.delete(invitations).where(lt(invitations.expiresAt, before)).returning({ id: invitations.id })).length,
  );
}
