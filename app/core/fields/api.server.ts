/** What `/api` answers and takes of a resource's fields. A name such as `customer.name` stands within an object. */
import { z } from "zod";
import { type Field, type Fields, isInHundredths } from "./fields";
import { rulesOf } from "./rules.server";

/** The name of a field in `/api`; none for those that it does not have. */
type ApiName<All extends Fields, Name extends keyof All> = All[Name] extends { api: infer Said }
  ? Said extends string
    ? Said
    : never
  : Name & string;

/** The names of the fields that are answered. */
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

/** What is answered of a field. */
type AnswerOf<Of> = Of extends { nullable: true } ? AnsweredValue<Of> | null : AnsweredValue<Of>;
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
/** The same of shapes, whose objects are shapes too. */
type NestedShape<Flat> = {
  [Head in HeadOf<keyof Flat> & string]: Head extends keyof Flat ? Flat[Head] : z.ZodObject<MemberShapes<Flat, Head>>;
};

/** Rules by the names that the API has for their fields. */
type Renamed<All extends Fields, Rules> = NestedShape<{
  [Name in keyof Rules & keyof All as ApiName<All, Name>]: Rules[Name];
}>;

/** What a body has by such a name. */
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
/** The columns that a body comes to, without what it leaves out. */
type BodyColumns<All extends Fields, Body, Each = AllColumns<All, Body>> = Omit<Each, Optional<Each>> & {
  [Name in Optional<Each>]?: Exclude<Each[Name], undefined>;
};

/** A field's place in what `/api` answers and takes, such as `["customer", "name"]`. */
type Path = [head: string, member?: string];

function pathOf({ api, name }: Field): Path | undefined {
  if (api === false) return undefined;
  const [head = "", member, ...deeper] = (api ?? name).split(".");
  if (deeper.length > 0) throw new Error(`${name} stands deeper in /api than in one object.`);
  return member === undefined ? [head] : [head, member];
}

/** The fields that `/api` has, each with its place. */
export const apiPaths = (all: Fields) =>
  Object.values(all).flatMap((field) => {
    const path = pathOf(field);
    return path ? [{ field, path }] : [];
  });

/** Sets the value at a place; makes the object in which that is. */
export function setAt(into: Record<string, unknown>, [head, member]: Path, value: unknown) {
  if (member === undefined) into[head] = value;
  else ((into[head] ??= {}) as Record<string, unknown>)[member] = value;
}

function valueAt(body: object, [head, member]: Path): unknown {
  const value = (body as Record<string, unknown>)[head];
  return member === undefined ? value : (value as Record<string, unknown> | undefined)?.[member];
}

/** The shape of an object, of the shapes of what stands in it. */
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
  /** Says more of some fields, for the description. */
  about?: { [Name in keyof All]?: string };
  /** The rules for what a body says of each field, where they are not simply those of the fields. */
  rules?: Rules;
}

/**
 * The shape of an answer and the answer itself, by field; the rules of a body, in which an object such as `customer` is
 * required unless its resource says otherwise; and the columns that a body comes to which these rules have read: what
 * they do not know is gone by then. Pictures, and what has rules of its own, are for the resource to answer.
 */
export function apiFieldsOf<
  All extends Fields,
  Rules extends z.core.$ZodLooseShape = ReturnType<typeof rulesOf<All>>["shape"],
>(all: All, { about = {}, rules = rulesOf(all).shape as unknown as Rules }: Options<All, Rules> = {}) {
  const fields = apiPaths(all);
  const answered = fields.filter(({ field: { kind } }) => kind !== "picture" && kind !== "other");
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
      const answer = {};
      for (const { field, path } of answered)
        setAt(answer, path, inJson(field, (row as Record<string, unknown>)[field.name]));
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

const answerOf = (field: Field) => (field.nullable ? valueShape(field).nullable() : valueShape(field));

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

function inJson({ kind }: Field, value: unknown) {
  if (value instanceof Date) return value.toISOString();
  return isInHundredths(kind) && value !== null ? (value as number) / 100 : value;
}
