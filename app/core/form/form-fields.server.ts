import { z } from "zod";
import type { FormFields } from "./form-state";
import { rowNumbers } from "./row-numbers";

export interface ReadFields {
  /** Input in the schema's shape; rows are in form order, without gaps in their numbers. */
  input: Record<string, unknown>;
  /** Values as typed, by form field name. */
  fields: FormFields;
  /** Errors for fields that were sent twice but take one value. */
  twice: Record<string, string>;
  /** The schema's lists by name: of plain texts, or of rows, with `first` naming the row's first text field. */
  lists: Map<string, { texts: string[] } | { numbers: number[]; first: string }>;
  /** Returns the form field name of a path in the input. */
  nameOf(path: PropertyKey[]): string;
}

/** Reads a schema's fields from a form. Rows are read from numbered names: `lines.3.price`. */
export function readFields(form: FormData, schema: z.ZodObject): ReadFields {
  const sent = textsByName(form);
  const fields: FormFields = {};
  const twice: Record<string, string> = {};
  const lists: ReadFields["lists"] = new Map();

  function readObject(object: z.ZodObject, prefix: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(object.shape).flatMap(([name, rule]) => {
        const value = read(core(rule), prefix + name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  function read(rule: unknown, name: string): unknown {
    if (rule instanceof z.ZodObject) return readObject(rule, `${name}.`);
    if (!(rule instanceof z.ZodArray)) return readText(name);
    const row = core(rule.element);
    if (!(row instanceof z.ZodObject)) return readTexts(name);
    const numbers = rowNumbers(sent.keys(), name);
    lists.set(name, { numbers, first: firstText(row) });
    return numbers.map((number) => readObject(row, `${name}.${number}.`));
  }

  function readTexts(name: string): string[] {
    const texts = sent.get(name) ?? [];
    lists.set(name, { texts });
    return (fields[name] = texts);
  }

  function readText(name: string): string | undefined {
    const [text, second] = sent.get(name) ?? [];
    if (second !== undefined) twice[name] = "This field was sent twice. Send it once.";
    if (text !== undefined) fields[name] = text;
    return text;
  }

  function nameOf([first, ...rest]: PropertyKey[]): string {
    let name = String(first ?? "");
    for (const step of rest) {
      const list = lists.get(name);
      const number = typeof step !== "number" ? step : list && "numbers" in list ? list.numbers[step] : undefined;
      if (number === undefined) return name; // an item of a field with several values
      name += `.${String(number)}`;
    }
    return name;
  }

  return { input: readObject(schema, ""), fields, twice, lists, nameOf };
}

/** Indexes the texts by name, as rows look up many names. */
function textsByName(form: FormData): Map<string, string[]> {
  const sent = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const earlier = sent.get(name);
    if (earlier) earlier.push(value);
    else sent.set(name, [value]);
  }
  return sent;
}

/** Returns the name of a row's first single-text field. */
function firstText(row: z.ZodObject): string {
  for (const [name, outer] of Object.entries(row.shape)) {
    const rule = core(outer);
    if (!(rule instanceof z.ZodArray)) return rule instanceof z.ZodObject ? `${name}.${firstText(rule)}` : name;
  }
  return "";
}

/** Unwraps optional, nullable and transformed rules. Of a union, returns the first object or array. */
function core(rule: unknown): unknown {
  if (rule instanceof z.ZodPipe) return core(rule.in instanceof z.ZodTransform ? rule.out : rule.in);
  if (rule instanceof z.ZodUnion)
    return (
      rule.options.map(core).find((option) => option instanceof z.ZodObject || option instanceof z.ZodArray) ?? rule
    );
  return rule instanceof z.ZodType && "innerType" in rule.def ? core(rule.def.innerType) : rule;
}
