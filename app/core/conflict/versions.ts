/** Compares the changes of two users to the same record. Browser-safe. */
import type { Json } from "db/schema";
import type { FieldLabel } from "~/core/fields/fields";
import type { FormFields } from "~/core/form/form-state";

/** Three versions of a record as form values; `base` is the common ancestor, if the journal still has it. */
export interface Versions {
  base?: FormFields;
  mine: FormFields;
  theirs: FormFields;
  /** The revision of `theirs`. */
  revision: number;
  /** Labels of all fields of both versions, in display order. */
  fields: Record<string, FieldLabel>;
}

/** Result per field: "mine" if only I changed it, "theirs" if only they did, "both" if the user has to choose. */
export type Verdict = "same" | "mine" | "theirs" | "both";

export function compareVersions(field: string, { base, mine, theirs }: Omit<Versions, "fields">): Verdict {
  const [was, my, their] = [base, mine, theirs].map((fields) => fields && fieldPart(fields, field));
  if (isSame(my, their)) return "same";
  if (was && isSame(my, was)) return "theirs";
  return was && isSame(their, was) ? "mine" : "both";
}

/** Returns a field's values: its own, and for rows such as `lines` also each `lines.3.price`. */
export function fieldPart(fields: FormFields, field: string): FormFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name === field || name.startsWith(`${field}.`)));
}

/** Returns the distinct field names of both versions. */
export function fieldNames({ mine, theirs }: Pick<Versions, "mine" | "theirs">): string[] {
  return [...new Set(Object.keys({ ...theirs, ...mine }).map((name) => name.split(".")[0] ?? name))];
}

/** Returns a field's value as one: rows become a list of objects, in numeric order. */
export function fieldValue(fields: FormFields, field: string): Json | undefined {
  const rows = new Map<number, Record<string, Json>>();
  for (const [name, value] of Object.entries(fieldPart(fields, field))) {
    if (name === field) return value;
    const [number = "", ...part] = name.slice(field.length + 1).split(".");
    rows.set(Number(number), { ...rows.get(Number(number)), [part.join(".")]: value });
  }
  return rows.size > 0 ? [...rows].sort(([one], [other]) => one - other).map(([, row]) => row) : undefined;
}

const isSame = (one: FormFields | undefined, other: FormFields | undefined) =>
  comparisonKey(one) === comparisonKey(other);
const comparisonKey = (fields: FormFields = {}) =>
  JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
