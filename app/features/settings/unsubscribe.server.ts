import { userResource } from "~/features/users/users.server";
import type { EventName } from "~/features/notifications/events";
import { digestMails, type readUnsubscribeLink } from "~/features/notifications/unsubscribe-link.server";
import { preferencesOf } from "~/features/notifications/preferences";

/** Maximum attempts, because others may save the same settings at the same time. */
const maxTries = 5;

/** Turns off mails of these kinds for a person, recorded as their own change. Does nothing for deleted users. */
export async function unsubscribe({
  personId,
  kinds,
}: NonNullable<ReturnType<typeof readUnsubscribeLink>>): Promise<void> {
  for (let tries = 1; tries <= maxTries; tries++) {
    // Nobody is signed in: the link's signature names the person.
    const person = await userResource.unrestricted.get(personId);
    if (!person || kinds.length === 0) return;
    const saved = await userResource.unrestricted.change(
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
