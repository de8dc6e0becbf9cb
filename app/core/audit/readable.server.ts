import type { Json } from "db/schema";
import { resourceOf } from "~/core/resource/registry.server";

type Values = Record<string, Json>;

/** What the journal kept of a record, put into words where it is not in words that people use. */
export function toReadable<Kept extends Values | null>(entity: string, values: Kept): Kept {
  const known = resourceOf(entity)?.readableValues;
  if (!known || !values) return values;
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, known[field]?.(value) ?? value]),
  ) as Kept;
}
