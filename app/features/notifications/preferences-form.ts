/** The form of what somebody wants to be told of. Browser-safe. */
import { z } from "zod";
import type { NoticeWishes } from "db/schema";
import type { FormFields } from "~/core/form/form-state";
import { type EventName, eventNames, isEvent } from "./events";
import { defaultDigest, usualQuiet, preferencesOf } from "./preferences";

const ticked = z.array(z.string()).transform((names) => names.filter(isEvent));

/** A whole number below so many, as lists send it; empty text is none. */
const oneOf = (count: number, ask: string) =>
  z
    .string(ask)
    .refine((text) => text === "" || (/^\d{1,2}$/.test(text) && Number(text) < count), ask)
    .transform((text) => (text === "" ? null : Number(text)));

export const NoticesForm = z.object({
  inApp: ticked,
  byEmail: ticked,
  digestDay: oneOf(7, "Choose a day of the week, or off"),
  digestHour: oneOf(24, "Choose an hour"),
  quietFrom: oneOf(24, "Choose an hour, or off"),
  quietTo: oneOf(24, "Choose an hour"),
});

/** What the form says, as it is kept. Quiet hours that end as they begin are none. Of events that were not `offered` what was kept before stays. */
export function wishesFrom(
  { inApp, byEmail, digestDay, digestHour, quietFrom, quietTo }: z.output<typeof NoticesForm>,
  { kept, offered }: { kept: NoticeWishes | null; offered(name: EventName): boolean },
): NoticeWishes {
  const before = preferencesOf(kept).events;
  const to = quietTo ?? usualQuiet.to;
  return {
    events: Object.fromEntries(
      eventNames.map((name) => [
        name,
        offered(name) ? { inApp: inApp.includes(name), email: byEmail.includes(name) } : before[name],
      ]),
    ),
    digest: digestDay === null ? null : { day: digestDay, hour: digestHour ?? defaultDigest.hour },
    quiet: quietFrom === null || quietFrom === to ? null : { from: quietFrom, to },
  };
}

/** Wishes as the form's fields, whatever they came from: the record, as it is or was, or the values of a form. */
export function noticeFields({ notices }: { notices: NoticeWishes | null }) {
  const { events, digest, quiet } = preferencesOf(notices);
  const those = (way: "inApp" | "email"): EventName[] => eventNames.filter((name) => events[name][way]);
  return {
    inApp: those("inApp"),
    byEmail: those("email"),
    digestDay: String(digest?.day ?? ""),
    digestHour: String((digest ?? defaultDigest).hour),
    quietFrom: String(quiet?.from ?? ""),
    quietTo: String((quiet ?? usualQuiet).to),
  } satisfies FormFields;
}
