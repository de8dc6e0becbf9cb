import type { Json } from "db/schema";
import { readWishes } from "~/features/notifications/readings";
import { readLinks } from "~/features/users/profile/networks";

type Values = Record<string, Json>;

/** How values read that have names for things which people call otherwise: by the kind of record and the field. */
const readings: Partial<Record<string, Partial<Record<string, (value: Json) => Json>>>> = {
  users: { links: readLinks, notices: readWishes },
  views: { shared: (seen) => (seen ? "Everybody" : "Only its owner") },
};

/** What the journal kept of a record, put into words where it is not in words that people use. */
export function inWords<Kept extends Values | null>(entity: string, values: Kept): Kept {
  const known = readings[entity];
  if (!known || !values) return values;
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, known[field]?.(value) ?? value]),
  ) as Kept;
}
