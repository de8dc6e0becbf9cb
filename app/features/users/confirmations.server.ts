/** The consequences of actions on users, shown by the page that asks to confirm one's identity first. */
import { and, eq, inArray, or, sql } from "drizzle-orm";
import { db } from "db";
import { journal, type User } from "db/schema";
import type { Confirmation } from "~/core/access/confirmation";
import type { Confirmations } from "~/core/resource/resource.server";
import { trashDays } from "~/core/values/trash";
import { whereEntriesUndoable } from "~/core/audit/visible-entries.server";
import type { Reader } from "~/core/list/reach.server";
import type { BulkAction } from "~/core/resource/bulk-outcome.server";
import { accessTitle } from "~/core/access/levels";
import { accessByAddress } from "~/core/access/grants.server";

const statuses: Record<string, string> = {
  Active:
    "They may sign in, as far as their access lets them. Whoever has none waits under Team until somebody chooses a level for them.",
  Pending: "Who is signed in is signed out at once, and waits until somebody lets them in again.",
};
const lockedOutText = "Signed-in users are signed out at once and cannot sign in again. Their API tokens are revoked.";

const consequence = (what: BulkAction) => {
  if (what.act === "set") return statuses[what.status] ?? lockedOutText;
  return what.act === "delete"
    ? `${lockedOutText} For ${trashDays} days they can be restored from the trash.`
    : "Users who were active may sign in again.";
};

const titleOf = (who: string, what: BulkAction) =>
  what.act === "set"
    ? `Set ${who} to ${what.status}?`
    : what.act === "delete"
      ? `Move ${who} to the trash?`
      : `Restore ${who}?`;

const confirmationOf = (what: BulkAction, who: string, back: string): Confirmation => ({
  title: titleOf(who, what),
  text: consequence(what),
  button: titleOf(who, what).slice(0, -1),
  back,
  isDanger: what.act === "delete" || (what.act === "set" && !(what.status in statuses)),
});

/** Returns the confirmation for changing the e-mail address of a person whose address grants access. */
export const confirmationOfAddress = (
  person: Pick<User, "name" | "access" | "areas">,
  email: string,
  back: string,
): Confirmation => ({
  title: `Change the e-mail address of ${person.name}?`,
  text:
    person.access === "none"
      ? `Whoever registers with ${email} can then sign in as ${accessTitle(accessByAddress(person))}, and sees what is ${person.name}’s.`
      : `Whoever has ${email} can then sign in with the access that ${person.name} was given: ${accessTitle(person)}.`,
  button: "Change the address",
  back,
});

async function confirmationOfUndo(
  me: Reader,
  batch: string,
  entry: number | undefined,
  back: string,
): Promise<Confirmation | undefined> {
  const touching = or(
    inArray(journal.action, ["created", "deleted", "restored"]),
    sql`json_extract(${journal.after}, '$.status') is not null`,
    sql`json_extract(${journal.after}, '$.email') is not null`,
  );
  const where = and(
    eq(journal.batch, batch),
    whereEntriesUndoable(me),
    sql`+${journal.entity} = ${"users"}`,
    touching,
    entry === undefined ? undefined : eq(journal.id, entry),
  );
  const found = await db.select({ label: journal.label }).from(journal).where(where).limit(2);
  if (!found[0]) return undefined;
  const who = found.length > 1 ? "several people" : found[0].label;
  return {
    title: `Undo what was done to ${who}?`,
    text: `This undoes a change of who may sign in, for ${who}. Users who lose access are signed out at once; users who get it back may sign in again.`,
    button: "Undo it",
    back,
  };
}

/** Actions on users that affect sign-in need a confirmation; undoing one that does not affect it needs none. */
export const peopleConfirmations: Confirmations = { confirmationOf, confirmationOfUndo };
