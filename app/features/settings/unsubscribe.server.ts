import { userResource } from "~/features/users/users.server";
import type { EventName } from "~/features/notifications/events";
import { digestMails, type readUnsubscribeLink } from "~/features/notifications/unsubscribe-link.server";
import { preferencesOf } from "~/features/notifications/preferences";

/** Others can save the same settings in the same moment, but hardly this often. */
const maxTries = 5;

/**
 * Ends mails of these kinds to a person, in their own name, as if they had done so in their settings. Who is gone gets
 * none anyway.
 */
export async function unsubscribe({
  personId,
  kinds,
}: NonNullable<ReturnType<typeof readUnsubscribeLink>>): Promise<void> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const person = await userResource.get(personId);
    if (!person || kinds.length === 0) return;
    const saved = await userResource.change(
      person,
      personId,
      { notices: without(kinds, preferencesOf(person.notices)) },
      person.revision,
    );
    if (saved.ok || saved.reason === "absent") return;
    if (saved.reason === "refused")
      throw new Error(`Nobody could be unsubscribed: ${Object.values(saved.errors).join(" ")}`);
  }
  throw new Error(`The settings of person ${personId} changed each time that they were to be unsubscribed`);
}

function without(kinds: readonly string[], { events, digest, quiet }: ReturnType<typeof preferencesOf>) {
  for (const kind of kinds) if (kind !== digestMails) events[kind as EventName].email = false;
  return { events, quiet, digest: kinds.includes(digestMails) ? null : digest };
}
