/** Two people changed one record: what each of them did to it. Browser-safe. */
import type { Json } from "db/schema";
import type { FieldLabel } from "~/core/fields/fields";
import type { FormFields } from "~/core/form/form-state";

/** A record three times, as the form's fields; `base` is what both started from, when the journal still knows. */
export interface Versions {
  base?: FormFields;
  mine: FormFields;
  theirs: FormFields;
  /** Of `theirs`. */
  revision: number;
  /** The fields of either version, in the order in which people choose between them. */
  fields: Record<string, FieldLabel>;
}

/**
 * Field by field: kept as only I changed it, taken as only they changed it, or to be chosen, since both did. The rest
 * is the same.
 */
export type Verdict = "same" | "mine" | "theirs" | "both";

export function verdict(field: string, { base, mine, theirs }: Omit<Versions, "fields">): Verdict {
  const [was, my, their] = [base, mine, theirs].map((fields) => fields && fieldPart(fields, field));
  if (isSame(my, their)) return "same";
  if (was && isSame(my, was)) return "theirs";
  return was && isSame(their, was) ? "mine" : "both";
}

/** What belongs to a field: itself, and for rows such as `lines` each `lines.3.price` too. */
export function fieldPart(fields: FormFields, field: string): FormFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name === field || name.startsWith(`${field}.`)));
}

/** The names of all fields of either version, each once. */
export function fieldNames({ mine, theirs }: Pick<Versions, "mine" | "theirs">): string[] {
  return [...new Set(Object.keys({ ...theirs, ...mine }).map((name) => name.split(".")[0] ?? name))];
}

/** A field's value in one piece: rows as a list of objects, in the order of their numbers. */
export function fieldValue(fields: FormFields, field: string): Json | undefined {
  const rows = new Map<number, Record<string, Json>>();
  for (const [name, value] of Object.entries(fieldPart(fields, field))) {
    if (name === field) return value;
    const [number = "", ...part] = name.slice(field.length + 1).split(".");
    rows.set(Number(number), { ...rows.get(Number(number)), [part.join(".")]: value });
  }
  return rows.size > 0 ? [...rows].sort(([one], [other]) => one - other).map(([, row]) => row) : undefined;
}

const isSame = (one: FormFields | undefined, other: FormFields | undefined) => asKey(one) === asKey(other);
const asKey = (fields: FormFields = {}) =>
  JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
