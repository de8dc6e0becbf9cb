import type { Json } from "db/schema";
import { resourceOf } from "~/core/resource/registry.server";

type Values = Record<string, Json>;

/** Replaces codes in a record's journal values by their display names. */
export function toReadable<Kept extends Values | null>(entity: string, values: Kept): Kept {
  const known = resourceOf(entity)?.readableValues;
  if (!known || !values) return values;
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, known[field]?.(value) ?? value]),
  ) as Kept;
}
