/** The rules of fields, for forms, the API and imports alike. */
import { z } from "zod";
import * as rules from "~/core/form/rules";
import type { Field, Fields } from "./fields";

/** What a field holds once its rule has read it. */
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

/** A rule reads what forms and files have as text; JSON may have numbers as such. */
type RuleOf<Of> = z.ZodType<
  ValueOf<Of>,
  Of extends { kind: Numeric } ? string | number : Of extends { kind: "choices" } ? string[] : string
>;
type Ruled = "text" | "longText" | "email" | "phone" | "choice" | "choices" | "day" | Numeric;

/** The names of those that people set. */
export type EditableNames<All extends Fields> = {
  [Name in keyof All & string]: All[Name] extends { readOnly: true }
    ? never
    : All[Name] extends { kind: Ruled }
      ? Name
      : never;
}[keyof All & string];

/** The names of those among them that may be left out where a record is made. */
export type OptionalNames<All extends Fields> = {
  [Name in EditableNames<All>]: All[Name] extends { required: string } | { kind: "money" | "whole" | "day" | "choices" }
    ? never
    : All[Name] extends { kind: "choice" }
      ? All[Name] extends { none: string }
        ? Name
        : never
      : All[Name] extends { kind: "email" }
        ? All[Name] extends { mayBeEmpty: true }
          ? Name
          : never
        : Name;
}[EditableNames<All>];

type Shape<All extends Fields> = {
  [Name in EditableNames<All>]: Name extends OptionalNames<All> ? z.ZodOptional<RuleOf<All[Name]>> : RuleOf<All[Name]>;
};

/** Whether a record can be made without it. */
const isOptional = (field: Field) =>
  field.kind === "phone" ||
  field.kind === "percent" ||
  (field.kind === "email" && !!field.mayBeEmpty) ||
  ((field.kind === "text" || field.kind === "longText") && !field.required) ||
  (field.kind === "choice" && !!field.none);

/** The rule of a field; nothing for those that nobody sets, and for those whose resource writes it out. */
function ruleOf(field: Field): z.ZodType | undefined {
  if (field.readOnly) return undefined;
  if (field.kind === "text") return rules.text({ max: field.max, ask: field.required });
  if (field.kind === "longText") return rules.longText({ max: field.max, ask: field.required, tabs: field.tabs });
  if (field.kind === "money") return rules.money({ ask: field.ask, least: field.least });
  if (field.kind === "percent") return rules.percent();
  if (field.kind === "whole") return rules.integer({ ...field, ask: field.ask ?? `Enter ${field.label}` });
  if (field.kind === "day") return rules.day(field.ask);
  if (field.kind === "email") return field.mayBeEmpty ? rules.emailOrNone() : rules.email();
  if (field.kind === "phone") return rules.phone();
  if (field.kind === "choices") return rules.choices(field.options, field.ask);
  if (field.kind !== "choice") return undefined;
  return (field.none ? rules.choiceOrNone : rules.choice)(field.options, field.ask);
}

/**
 * The rules for what a form, a program or a file says of a record. What may be empty may be left out: a new record has
 * none then, and a change leaves it alone, so that a page from before a field was added loses nothing.
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
