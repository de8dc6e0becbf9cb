/**
 * Derives the `/api` response and request body of a resource from its fields. A name such as `customer.name` is nested
 * in an object.
 */
import { z } from "zod";
import { type Field, type Fields, isInHundredths } from "./fields";
import { rulesOf } from "./rules.server";

/** The name of a field in `/api`; never for fields that are not in it. */
type ApiName<All extends Fields, Name extends keyof All> = All[Name] extends { api: infer Said }
  ? Said extends string
    ? Said
    : never
  : Name & string;

/** Names of the fields in responses. */
type AnsweredNames<All extends Fields> = {
  [Name in keyof All]: All[Name] extends { kind: "picture" | "other" } ? never : Name;
}[keyof All];

type AnsweredValue<Of> = Of extends { kind: "money" | "percent" | "whole" | "hundredths" }
  ? number
  : Of extends { kind: "choices" }
    ? string[]
    : Of extends { kind: "reference"; textId: true }
      ? string | null
      : Of extends { kind: "reference" }
        ? number | null
        : string;

/** The response value of a field. */
type AnswerOf<Of> = Of extends { nullable: true } | { kind: "day"; mayBeEmpty: true }
  ? AnsweredValue<Of> | null
  : AnsweredValue<Of>;
type Answers<All extends Fields> = {
  [Name in AnsweredNames<All> as ApiName<All, Name>]: AnswerOf<All[Name]>;
};
type AnswerShapes<All extends Fields> = {
  [Name in AnsweredNames<All> as ApiName<All, Name>]: z.ZodType<AnswerOf<All[Name]>, AnswerOf<All[Name]>>;
};

/** `customer` of `customer.name`. */
type HeadOf<Name> = Name extends `${infer Group}.${string}` ? Group : Name;
type Members<Flat, Group extends string> = {
  [Name in keyof Flat as Name extends `${Group}.${infer Member}` ? Member : never]: Flat[Name];
};
type MemberShapes<Flat, Group extends string> = {
  [Name in keyof Members<Flat, Group>]: Extract<Members<Flat, Group>[Name], z.ZodType>;
};
/** `{ "customer.id": A; "customer.name": B; status: C }` → `{ customer: { id: A; name: B }; status: C }`. */
type Nested<Flat> = {
  [Head in HeadOf<keyof Flat> & string]: Head extends keyof Flat ? Flat[Head] : Members<Flat, Head>;
};
/** Like `Nested`, for shapes, whose nested objects are shapes too. */
type NestedShape<Flat> = {
  [Head in HeadOf<keyof Flat> & string]: Head extends keyof Flat ? Flat[Head] : z.ZodObject<MemberShapes<Flat, Head>>;
};

/** Rules keyed by the fields' names in `/api`. */
type Renamed<All extends Fields, Rules> = NestedShape<{
  [Name in keyof Rules & keyof All as ApiName<All, Name>]: Rules[Name];
}>;

/** The value of a body at such a name. */
type At<Body, Name> = Name extends keyof Body
  ? Body[Name]
  : Name extends `${infer Group}.${infer Member}`
    ? Group extends keyof Body
      ? Member extends keyof NonNullable<Body[Group]>
        ? NonNullable<Body[Group]>[Member] | (undefined extends Body[Group] ? undefined : never)
        : never
      : never
    : never;
type AllColumns<All extends Fields, Body> = {
  [
    Name in keyof All as All[Name] extends { readOnly: true }
      ? never
      : [At<Body, ApiName<All, Name>>] extends [never]
        ? never
        : Name
  ]: At<Body, ApiName<All, Name>>;
};
type Optional<Values> = { [Name in keyof Values]: undefined extends Values[Name] ? Name : never }[keyof Values];
/** The columns that a body sets, without those it omits. */
type BodyColumns<All extends Fields, Body, Each = AllColumns<All, Body>> = Omit<Each, Optional<Each>> & {
  [Name in Optional<Each>]?: Exclude<Each[Name], undefined>;
};

/** Path of a field in `/api` bodies, such as `["customer", "name"]`. */
type Path = [head: string, member?: string];

function pathOf({ api, name }: Field): Path | undefined {
  if (api === false) return undefined;
  const [head = "", member, ...deeper] = (api ?? name).split(".");
  if (deeper.length > 0) throw new Error(`${name} stands deeper in /api than in one object.`);
  return member === undefined ? [head] : [head, member];
}

/** Returns the fields in `/api`, each with its path. */
export const apiPaths = (all: Fields) =>
  Object.values(all).flatMap((field) => {
    const path = pathOf(field);
    return path ? [{ field, path }] : [];
  });

/** Sets the value at a path, creating the nested object if needed. */
export function setAt(into: Record<string, unknown>, [head, member]: Path, value: unknown) {
  if (member === undefined) into[head] = value;
  else ((into[head] ??= {}) as Record<string, unknown>)[member] = value;
}

function valueAt(body: object, [head, member]: Path): unknown {
  const value = (body as Record<string, unknown>)[head];
  return member === undefined ? value : (value as Record<string, unknown> | undefined)?.[member];
}

/** Builds the shape of an object from the shapes of its members. */
function shapeOf(parts: { path: Path; shape: z.ZodType }[]) {
  const nested: Record<string, unknown> = {};
  for (const { path, shape } of parts) setAt(nested, path, shape);
  return Object.fromEntries(
    Object.entries(nested).map(([head, part]) => [
      head,
      part instanceof z.ZodType ? part : z.object(part as z.ZodRawShape),
    ]),
  );
}

interface Options<All extends Fields, Rules extends z.core.$ZodLooseShape> {
  /** More text for some fields in the API description. */
  about?: { [Name in keyof All]?: string };
  /** Rules for the body's fields; by default those of the fields. */
  rules?: Rules;
}

/**
 * Returns a resource's response shape and serializer, its body schema (nested objects such as `customer` are required
 * unless the resource overrides them), and a function from a validated body to columns. Pictures and fields with rules
 * of their own are left to the resource.
 */
export function apiFieldsOf<
  All extends Fields,
  Rules extends z.core.$ZodLooseShape = ReturnType<typeof rulesOf<All>>["shape"],
>(all: All, { about = {}, rules = rulesOf(all).shape as unknown as Rules }: Options<All, Rules> = {}) {
  const fields = apiPaths(all);
  const answered = fields.filter(({ field: { kind } }) => kind !== "picture" && kind !== "other");
  const shown = answered.map(({ field, path }) => ({ name: field.name, path, toJson: converterToJson(field) }));
  const said = (field: Field) => {
    const text = about[field.name];
    return text === undefined ? answerOf(field) : answerOf(field).describe(text);
  };
  const ruled = fields.flatMap(({ field, path }) => {
    const shape = rules[field.name] as z.ZodType | undefined;
    return shape ? [{ path, shape }] : [];
  });
  return {
    shape: shapeOf(answered.map(({ field, path }) => ({ path, shape: said(field) }))) as NestedShape<AnswerShapes<All>>,
    show: (row: object) => {
      const answer: Record<string, unknown> = {};
      for (const { name, path, toJson } of shown) {
        const value = toJson((row as Record<string, unknown>)[name]);
        if (path.length === 1) answer[path[0]] = value;
        else setAt(answer, path, value);
      }
      return answer as Nested<Answers<All>>;
    },
    body: z.object(shapeOf(ruled)) as unknown as z.ZodObject<Renamed<All, Rules>>,
    columns: <Body extends object>(body: Body) =>
      Object.fromEntries(
        fields.flatMap(({ field, path }) => {
          const value = field.readOnly ? undefined : valueAt(body, path);
          return value === undefined ? [] : [[field.name, value]];
        }),
      ) as BodyColumns<All, Body>,
  };
}

const answerOf = (field: Field) =>
  field.nullable || isOptionalDay(field) ? valueShape(field).nullable() : valueShape(field);

const isOptionalDay = (field: Field) => field.kind === "day" && !!field.mayBeEmpty;

function valueShape(field: Field): z.ZodType {
  if (field.kind === "moment") return z.iso.datetime();
  if (field.kind === "day") return z.iso.date();
  if (field.kind === "reference") return (field.textId ? z.string() : z.int().positive()).nullable();
  if (field.kind === "whole") return z.int().min(field.least ?? 0);
  if (field.kind === "money") return field.least ? z.number().positive() : z.number();
  if (field.kind === "percent") return z.number().min(0).lt(100).describe("A percentage.");
  if (field.kind === "hundredths") return z.number();
  if (field.kind === "choices") return z.array(z.enum(field.options.map(({ value }) => value)));
  if (field.kind === "choice" && !field.none) return z.enum(field.options.map(({ value }) => value));
  return z.string();
}

/** Returns how a field's value is written in JSON; it is looked up once, not for each row. */
function converterToJson(field: Field): (value: unknown) => unknown {
  if (isOptionalDay(field)) return (value) => value || null;
  if (isInHundredths(field.kind)) return (value) => (value === null ? null : (value as number) / 100);
  return (value) => (value instanceof Date ? value.toISOString() : value);
}
