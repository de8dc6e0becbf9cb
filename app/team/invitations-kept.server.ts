/** How long invitations are kept. */
import { eq, lt } from "drizzle-orm";
import { type Transaction, write } from "db";
import { invitations } from "db/schema";

/** Forgets what was asked of an address: its person is erased. */
export const deleteInvitationsTo = (tx: Transaction, email: string) => tx.delete(invitations).where(eq(invitations.email, email.toLowerCase()));

/** Forgets invitations that ended before a moment. Answers how many. */
export function deleteOldInvitations(before: Date): Promise<number> {
  return write(async (tx) => (await tx.delete(invitations).where(lt(invitations.expiresAt, before)).returning({ id: invitations.id })).length);
}
