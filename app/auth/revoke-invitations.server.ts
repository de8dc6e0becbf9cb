/** Revokes invitations and second factor resets when the access of the user behind them ends. */
import { canonicalAddress } from "db/email-address";
import { and, eq, isNull, lt } from "drizzle-orm";
import { type Transaction, write } from "db";
import { invitations, secondFactorResets } from "db/schema";

/** SQL condition for invitations that are neither accepted nor revoked. */
export const whereInvitationOpen = and(isNull(invitations.usedAt), isNull(invitations.revokedAt));

/** Deletes the invitations to an address whose user is erased. */
export const deleteInvitationsTo = (tx: Transaction, email: string) =>
  tx.delete(invitations).where(eq(invitations.email, canonicalAddress(email)));

/** Revokes the open invitations to an address, because a later decision about its user replaces them. */
export const revokeInvitationsTo = (tx: Transaction, email: string) =>
  tx
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(and(eq(invitations.email, canonicalAddress(email)), whereInvitationOpen));

/** Revokes the invitations and second factor resets that a user made, when their access ends. */
export async function revokeGrantsBy(tx: Transaction, personId: number) {
  await tx
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(and(eq(invitations.byId, personId), whereInvitationOpen));
  await tx.delete(secondFactorResets).where(eq(secondFactorResets.byId, personId));
}

/** Deletes invitations that expired before a moment and returns their number. */
export function deleteOldInvitations(before: Date): Promise<number> {
  return write(
    async (tx) =>
      (await tx.delete(invitations).where(lt(invitations.expiresAt, before)).returning({ id: invitations.id })).length,
  );
}
