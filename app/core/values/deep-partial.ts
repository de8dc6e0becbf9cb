/** Changes that name a part of a record: the rules for one, and what in it is news. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { recordId } from "./ids";

/** A rule without what stands in for a missing value; of an object, such rules for each of its fields. */
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
 * The same fields, also within objects, of which any may be left out: what a change does not name is kept, so nothing
 * stands in for it. Rules across fields are left out too, because a part cannot keep them; they belong where the whole
 * record is at hand. Throws where a default hides behind a transform, out of reach.
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
 * What a body says that is not so already, also within objects: so what an answer said may be sent back as it was. An
 * object that names another record is news whole: what it says of that one is no less said because it was true of the
 * one before. Only one that repeats all else of the one before was read and sent back with another id.
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
