/** What somebody wants to be told of, and how: the defaults under what they chose. Browser-safe. */
import type { Json, NoticeWishes } from "db/schema";
import { type EventName, events, isOptional, titleOf } from "./events";

export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Such as "08:00". */
export const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

export const defaultDigest = { day: 1, hour: 8 };
/** What the form offers to who turns quiet hours on. */
export const usualQuiet = { from: 22, to: 7 };

export interface Wishes extends NoticeWishes {
  events: Record<EventName, { inApp: boolean; email: boolean }>;
}

/** All wishes of a person. What they never chose is the default; events that are no more are left out. */
export function wishesOf(kept: NoticeWishes | null): Wishes {
  const wanted = events.map(({ name, inApp, email }) => {
    const chosen = kept?.events[name];
    return [name, { inApp: chosen?.inApp ?? inApp, email: isOptional(name) ? (chosen?.email ?? email) : true }] as const;
  });
  const chosen = Object.fromEntries(wanted) as Wishes["events"];
  return { events: chosen, digest: kept ? kept.digest : defaultDigest, quiet: kept?.quiet ?? null };
}

/** Whether an hour of the day is quiet. The night may begin before midnight and end after it. */
export const isQuietHour = (quiet: NoticeWishes["quiet"], hour: number): boolean =>
  quiet !== null && (quiet.from <= quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to);

const ways = ({ inApp, email }: { inApp: boolean; email: boolean }) => [inApp && "in the app", email && "by e-mail"].filter(Boolean).join(" and ") || "not told";

/** Wishes as people read them, a line each, such as "New order: in the app". What is none of ours stays as it is. */
export function readWishes(kept: Json): Json {
  if (kept !== null && !looksLikeWishes(kept)) return kept;
  const { events: wanted, digest, quiet } = wishesOf(kept);
  return [
    ...events.map(({ name, title }) => `${title}: ${ways(wanted[name])}`),
    `Weekly digest: ${digest ? `${weekdays[digest.day]} at ${clock(digest.hour)}` : "off"}`,
    `Quiet hours: ${quiet ? `${clock(quiet.from)} to ${clock(quiet.to)}` : "off"}`,
  ];
}

const hourInWords = (otherwise: string) => (value: Json): Json => (value === "" ? otherwise : clock(Number(value)));
const titles = (names: Json): Json => (Array.isArray(names) ? names.map((name) => titleOf(String(name)) ?? name) : names);

/** The same where two versions of the form are compared, field by field. */
export const noticeFieldWords = {
  inApp: { label: "In the app", show: "list", read: titles },
  byEmail: { label: "By e-mail", show: "list", read: titles },
  digestDay: { label: "Weekly digest", read: (value: Json): Json => (value === "" ? "Off" : (weekdays[Number(value)] ?? value)) },
  digestHour: { label: "Hour of the digest", read: hourInWords("Off") },
  quietFrom: { label: "Quiet from", read: hourInWords("Off") },
  quietTo: { label: "Quiet until", read: hourInWords("Off") },
} as const;

// The journal holds what was written once, by whichever version.
const looksLikeWishes = (kept: Json): kept is Extract<Json, object> & NoticeWishes =>
  typeof kept === "object" && kept !== null && !Array.isArray(kept) && typeof kept.events === "object" && kept.events !== null && "digest" in kept;
