/** Derives the validation rules of fields, for forms, the API and imports. */
import { z } from "zod";
import * as rules from "~/core/form/rules";
import type { Field, Fields } from "./fields";

/** The parsed value of a field. */
type ValueOf<Of> = Of extends { kind: "choice"; options: readonly { value: infer Value extends string }[] }
  ? Of extends { none: string }
    ? Value | ""
    : Value
  : Of extends { kind: "choices"; options: readonly { value: infer Value extends string }[] }
    ? Value[]
    : Of extends { kind: Numeric }
      ? number
      : string;

type Numeric = "money" | "percent" | "whole";

/** A rule parses the text of forms and files; JSON may contain numbers. */
type RuleOf<Of> = z.ZodType<
  ValueOf<Of>,
  Of extends { kind: Numeric }
    ? string | number
    : Of extends { kind: "choices" }
      ? string[]
      : Of extends { kind: "day"; mayBeEmpty: true }
        ? string | null
        : string
>;
type Ruled = "text" | "longText" | "email" | "phone" | "choice" | "choices" | "day" | Numeric;

export type EditableNames<All extends Fields> = {
  [Name in keyof All & string]: All[Name] extends { readOnly: true }
    ? never
    : All[Name] extends { kind: Ruled }
      ? Name
      : never;
}[keyof All & string];

/** Names of the editable fields that may be omitted when a record is created. */
type OptionalNames<All extends Fields> = {
  [Name in EditableNames<All>]: All[Name] extends { required: string } | { kind: "money" | "whole" | "choices" }
    ? never
    : All[Name] extends { kind: "choice" }
      ? All[Name] extends { none: string } | { usual: string }
        ? Name
        : never
      : All[Name] extends { kind: "email" | "day" }
        ? All[Name] extends { mayBeEmpty: true }
          ? Name
          : never
        : Name;
}[EditableNames<All>];

type Shape<All extends Fields> = {
  [Name in EditableNames<All>]: Name extends OptionalNames<All> ? z.ZodOptional<RuleOf<All[Name]>> : RuleOf<All[Name]>;
};

/** Whether a record can be created without it. */
const isOptional = (field: Field) =>
  field.kind === "phone" ||
  field.kind === "percent" ||
  ((field.kind === "email" || field.kind === "day") && !!field.mayBeEmpty) ||
  ((field.kind === "text" || field.kind === "longText") && !field.required) ||
  (field.kind === "choice" && (field.none ?? field.usual) !== undefined);

/** Returns the rule of a field; undefined for read-only fields and those with rules of their own. */
function ruleOf(field: Field): z.ZodType | undefined {
  if (field.readOnly) return undefined;
  if (field.kind === "text") return rules.text({ max: field.max, ask: field.required });
  if (field.kind === "longText") return rules.longText({ max: field.max, ask: field.required, tabs: field.tabs });
  if (field.kind === "money") return rules.money({ ask: field.ask, least: field.least });
  if (field.kind === "percent") return rules.percent();
  if (field.kind === "whole") return rules.integer({ ...field, ask: field.ask ?? `Enter ${field.label}` });
  if (field.kind === "day") return field.mayBeEmpty ? rules.dayOrNone(field.ask) : rules.day(field.ask);
  if (field.kind === "email") return field.mayBeEmpty ? rules.emailOrNone() : rules.email();
  if (field.kind === "phone") return rules.phone();
  if (field.kind === "choices") return rules.choices(field.options, field.ask);
  if (field.kind !== "choice") return undefined;
  if (field.usual !== undefined) return rules.choiceOrUsual(field.options, field.ask, field.usual);
  return (field.none ? rules.choiceOrNone : rules.choice)(field.options, field.ask);
}

/**
 * Returns the schema of a record's editable fields. Fields that may be empty may be omitted: they are then empty in a
 * new record and unchanged in an update, so that a form loaded before a field was added clears nothing.
 */
export const rulesOf = <All extends Fields>(all: All) =>
  z.object(
    Object.fromEntries(
      Object.values(all).flatMap((field) => {
        const rule = ruleOf(field);
        return rule ? [[field.name, isOptional(field) ? rule.optional() : rule]] : [];
      }),
    ),
  ) as unknown as z.ZodObject<Shape<All>>;
