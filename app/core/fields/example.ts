/** Example values of fields, for the examples of `/api` and for tests that fill in a form. */
import type { Field, Fields } from "./fields";

/** Returns a value of a field as a request may send it; undefined for fields that requests do not set. */
function exampleOf(field: Field): string | number | string[] | undefined {
  if (field.readOnly) return undefined;
  if (field.kind === "text" || field.kind === "longText") return field.label.slice(0, field.max);
  if (field.kind === "email") return "rosa.winter@example.com";
  if (field.kind === "phone") return "+43 1 5550 0174";
  if (field.kind === "money") return 12.5;
  if (field.kind === "percent") return 5;
  if (field.kind === "whole") return field.least ?? 1;
  if (field.kind === "day") return "2026-11-21";
  if (field.kind === "choice") return field.options[0]?.value;
  return field.kind === "choices" ? field.options.slice(0, 1).map(({ value }) => value) : undefined;
}

/** Returns example values of all fields that requests set, by name. */
export const exampleValues = (fields: Fields) =>
  Object.fromEntries(
    Object.values(fields).flatMap((field) => {
      const value = exampleOf(field);
      return value === undefined ? [] : [[field.name, value] as const];
    }),
  );
