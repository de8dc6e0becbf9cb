import { userRecords } from "~/users/users.server";
import type { EventName } from "./events";
import { digestMails, type readUnsubscribeLink } from "./unsubscribe-link.server";
import { wishesOf } from "./wishes";

/** Ends mails of these kinds to a person, in their own name, as if they had done so in their settings. Who is gone gets none anyway. */
export async function unsubscribe({ personId, kinds }: NonNullable<ReturnType<typeof readUnsubscribeLink>>): Promise<void> {
  const person = await userRecords.get(personId);
  if (!person || kinds.length === 0) return;
  const { events, digest, quiet } = wishesOf(person.notices);
  for (const kind of kinds) if (kind !== digestMails) events[kind as EventName].email = false;
  const notices = { events, quiet, digest: kinds.includes(digestMails) ? null : digest };
  await userRecords.change(person, personId, { notices });
}
