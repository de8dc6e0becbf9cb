/** What `/api` answers and takes of a resource's fields. */
import { z } from "zod";
import { type Field, type Fields, isInHundredths } from "./fields";
import { isEditable } from "./form-values";
import { type EditableNames, rulesOf } from "./rules.server";

type ApiName<All extends Fields, Name extends keyof All> = All[Name] extends { api: infer Other extends string }
  ? Other
  : Name;

/** The same rules by the names that the API has for them. */
type Renamed<All extends Fields, Shape> = {
  [Name in keyof Shape & keyof All as ApiName<All, Name> & string]: Shape[Name];
};

/** The names of the fields that are answered. */
type AnsweredNames<All extends Fields> = {
  [Name in keyof All]: All[Name] extends { kind: "picture" | "other" } ? never : Name;
}[keyof All];

/** What is answered of a field. */
type AnswerOf<Of> = Of extends { kind: "money" | "percent" | "whole" | "hundredths" }
  ? number
  : Of extends { kind: "choices" }
    ? string[]
    : string;

const nameOf = (field: Field) => field.api ?? field.name;
const isAnswered = (field: Field) => field.kind !== "picture" && field.kind !== "other";

/**
 * The shape of an answer and the answer itself, by field; the rules of a body; and the columns that such a body comes
 * to. `about` says more of some fields, for the description.
 */
export function apiFieldsOf<All extends Fields>(all: All, about: { [Name in keyof All]?: string } = {}) {
  const answered = Object.values(all).filter(isAnswered);
  const renamed = <Shape extends Record<string, unknown>>(shape: Shape) =>
    Object.fromEntries(
      Object.values(all).flatMap((field) => (shape[field.name] ? [[nameOf(field), shape[field.name]]] : [])),
    ) as Renamed<All, Shape>;
  const said = (field: Field) => {
    const text = about[field.name];
    return text === undefined ? answerOf(field) : answerOf(field).describe(text);
  };
  return {
    shape: Object.fromEntries(answered.map((field) => [nameOf(field), said(field)])) as {
      [Name in AnsweredNames<All> as ApiName<All, Name> & string]: z.ZodType<AnswerOf<All[Name]>, AnswerOf<All[Name]>>;
    },
    show: (row: object) =>
      Object.fromEntries(
        answered.map((field) => [nameOf(field), inJson(field, (row as Record<string, unknown>)[field.name])]),
      ) as { [Name in AnsweredNames<All> as ApiName<All, Name> & string]: AnswerOf<All[Name]> },
    body: z.object(renamed(rulesOf(all).shape)),
    columns: <Body extends object>(body: Body) =>
      Object.fromEntries(
        Object.values(all)
          .filter(isEditable)
          .flatMap((field) => {
            const value = (body as Record<string, unknown>)[nameOf(field)];
            return value === undefined ? [] : [[field.name, value]];
          }),
      ) as { [Name in EditableNames<All>]: ApiName<All, Name> extends keyof Body ? Body[ApiName<All, Name>] : never },
  };
}

function answerOf(field: Field): z.ZodType {
  if (field.kind === "moment") return z.iso.datetime();
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
