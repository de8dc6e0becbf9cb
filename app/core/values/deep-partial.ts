/** Partial updates: schemas with optional fields, and what a body actually changes. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { recordId } from "./ids";

/** A rule without its default; for an object, the same for each of its fields. */
type WithoutDefault<Rule> = Rule extends
  z.ZodOptional<infer Inner> | z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner>
  ? WithoutDefault<Inner>
  : Rule extends z.ZodObject<infer Shape>
    ? DeepPartial<Shape>
    : Rule;

export type DeepPartial<Shape extends z.core.$ZodLooseShape> = z.ZodObject<{
  [Name in keyof Shape]: z.ZodOptional<WithoutDefault<Shape[Name]>>;
}>;

/**
 * Returns a schema in which every field is optional, also within objects, and without defaults, since an update keeps
 * what it does not name. Rules across fields are dropped and belong where the whole record is known; throws if a
 * default is hidden behind a transform.
 */
export function deepPartial<Shape extends z.core.$ZodLooseShape>(schema: z.ZodObject<Shape>): DeepPartial<Shape> {
  const rules = Object.entries(schema.shape).map(([name, rule]) => [
    name,
    z.optional(optionalRule(name, rule as z.core.$ZodType)),
  ]);
  return z.object(Object.fromEntries(rules) as z.core.$ZodLooseShape) as unknown as DeepPartial<Shape>;
}

function optionalRule(name: string, rule: z.core.$ZodType): z.core.$ZodType {
  if (rule instanceof z.ZodOptional || rule instanceof z.ZodDefault || rule instanceof z.ZodPrefault)
    return optionalRule(name, rule.unwrap());
  if (rule._zod.optin === "defaulted")
    throw new Error(`Put the default of "${name}" last, so that changes can do without it.`);
  return rule instanceof z.ZodObject ? deepPartial(rule) : rule;
}

type Fields = Record<string, unknown>;

/**
 * Returns what a body changes, also within objects, so that a response can be sent back unchanged. An object with
 * another `id` counts as changed as a whole, unless all its other fields equal the previous ones: then it was read and
 * sent back with only a new id.
 */
export function changedFields(body: Fields, known: Fields): Fields {
  const news = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    if (isDeepStrictEqual(value, before)) return [];
    return [
      [
        name,
        isObject(value) && isObject(before) && (!namesAnother(value, before) || repeats(value, before))
          ? changedFields(value, before)
          : value,
      ],
    ];
  });
  return Object.fromEntries(news);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const namesAnother = ({ id }: Fields, before: Fields) => recordId(id) > 0 && recordId(id) !== before.id;

const repeats = (value: Fields, before: Fields) =>
  Object.keys(before).every((name) => name === "id" || isDeepStrictEqual(value[name], before[name]));
