import { z } from "zod";
import type { FormFields } from "./form-state";

interface ReadFields {
  /** Shaped as the schema wants it; rows in the order of their numbers, without the gaps between them. */
  input: Record<string, unknown>;
  /** The same, flat: as it was typed, by the names in the form. */
  fields: FormFields;
  /** Fields that were sent more often than the schema takes them, each with a sentence. */
  twice: Record<string, string>;
  /** The name in the form of what is at a path in the input. */
  nameOf(path: PropertyKey[]): string;
}

/** What a form holds of a schema's fields. A list of objects is read from names with numbers: `lines.3.price`. */
export function readFields(form: FormData, schema: z.ZodObject): ReadFields {
  const sent = textsByName(form);
  const fields: FormFields = {};
  const twice: Record<string, string> = {};
  const rows = new Map<string, number[]>();

  function readObject(object: z.ZodObject, prefix: string): Record<string, unknown> {
    return Object.fromEntries(Object.entries(object.shape).flatMap(([name, rule]) => {
      const value = read(core(rule), prefix + name);
      return value === undefined ? [] : [[name, value]];
    }));
  }

  function read(rule: unknown, name: string): unknown {
    if (rule instanceof z.ZodObject) return readObject(rule, `${name}.`);
    if (!(rule instanceof z.ZodArray)) return readText(name);
    const row = core(rule.element);
    if (!(row instanceof z.ZodObject)) return (fields[name] = sent.get(name) ?? []);
    const numbers = rowNumbers(sent.keys(), name);
    rows.set(name, numbers);
    return numbers.map((number) => readObject(row, `${name}.${number}.`));
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
      const number = typeof step === "number" ? rows.get(name)?.[step] : step;
      if (number === undefined) return name; // one of several values of one field
      name += `.${String(number)}`;
    }
    return name;
  }

  return { input: readObject(schema, ""), fields, twice, nameOf };
}

/** Looked through once: rows ask for many names. */
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

/** The numbers of the rows under a name, each once, smallest first. */
function rowNumbers(sent: Iterable<string>, name: string): number[] {
  const numbers = new Set<number>();
  for (const key of sent) {
    const number = key.startsWith(`${name}.`) ? /^(0|[1-9]\d{0,5})\./.exec(key.slice(name.length + 1))?.[1] : undefined;
    if (number !== undefined) numbers.add(Number(number));
  }
  return [...numbers].sort((one, other) => one - other);
}

/** The rule inside of what may be left out, is null sometimes, or is changed before or after it is read. Of several rules, the one with fields or values of its own. */
function core(rule: unknown): unknown {
  if (rule instanceof z.ZodPipe) return core(rule.in instanceof z.ZodTransform ? rule.out : rule.in);
  if (rule instanceof z.ZodUnion) return rule.options.map(core).find((option) => option instanceof z.ZodObject || option instanceof z.ZodArray) ?? rule;
  return rule instanceof z.ZodType && "innerType" in rule.def ? core(rule.def.innerType) : rule;
}
