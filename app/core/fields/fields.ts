/**
 * What a resource says once of each of its fields, in its `fields.ts`: forms, rules, files, `/api`, lists, search and
 * history take it from there. Browser-safe and small: pages load it. Parsing and comparing are in the server files
 * beside this one.
 */
import type { LookupItem } from "db/lookups";
import { capital } from "~/core/values/noun";

/** How values read that are not plain text; `ui/record/field-value.tsx` draws them. */
export type Format =
  "money" | "percent" | "hundredths" | "day" | "time" | "picture" | "pictures" | "list" | "rows" | "person";

export interface FieldOptions {
  label: string;
  format?: Format;
  /** The field that says the same as text: where both changed, only that one is shown. */
  namedBy?: string;
  /** The list's search box looks for words in it, and the index of all that is searched holds it. */
  search?: true;
  /**
   * The list can be sorted by it: texts without case and marks, or as they are but for the case of ASCII letters. That
   * takes an index, see `listIndexes` in `db/schema`.
   */
  sort?: true | "anyCase";
  /** The search box takes it with a sign, such as `total>100`. */
  compare?: true;
  /** The list can be narrowed by it. */
  filter?: true;
  /** Its name in a list's address, where that is not its own. */
  param?: string;
  /** Its name in `/api`, where that is not its own, such as `customer.name`; or that it is not there. */
  api?: string | false;
  /** Its head in files, where that is not its own name; or that they do not have it. */
  file?: string | false;
  /** The head of its column in CSV, where that is not its label. */
  fileLabel?: string;
  /** Other heads that an import knows it by; case, spaces and marks do not matter. */
  aliases?: readonly string[];
  /** Portico works it out: no form, file or program sets it. */
  readOnly?: true;
  /** `/api` may answer `null` for it, as it may for each reference. */
  nullable?: true;
}

interface TextOptions extends FieldOptions {
  /** In characters. */
  max: number;
  /** Asks for it where it is empty, such as "Enter a name". Without this it may stay empty. */
  required?: string;
}

interface ChoiceOptions extends FieldOptions {
  options: readonly (LookupItem & { value: string })[];
  /** Asks for one of them, such as "Choose a status". */
  ask: string;
  /** None may be chosen; this is what a form then says. */
  none?: string;
}

/** One line of text. */
export const text = <const Options extends TextOptions>(options: Options) => ({ kind: "text" as const, ...options });
/** Several lines of text. */
export const longText = <const Options extends TextOptions & { tabs?: true }>(options: Options) => ({
  kind: "longText" as const,
  ...options,
});
/** An amount in cents. */
export const money = <const Options extends FieldOptions & { ask?: string; least?: number }>(options: Options) => ({
  kind: "money" as const,
  format: "money" as const,
  ...options,
});
/** A percentage from 0 to below 100, in hundredths of a percent; none is 0. */
export const percent = <const Options extends FieldOptions>(options: Options) => ({
  kind: "percent" as const,
  format: "percent" as const,
  ...options,
});
/** A whole number; `ask` asks for it, where somebody sets it. */
export const integer = <const Options extends FieldOptions & { ask?: string; least?: number; most?: number }>(
  options: Options,
) => ({ kind: "whole" as const, ...options });
/** Hundredths of a number that Portico works out, such as a mean. */
export const hundredths = <const Options extends FieldOptions & { readOnly: true }>(options: Options) => ({
  kind: "hundredths" as const,
  format: "hundredths" as const,
  ...options,
});
/** A day such as `2026-11-21`. */
export const day = <const Options extends FieldOptions & { ask: string }>(options: Options) => ({
  kind: "day" as const,
  format: "day" as const,
  ...options,
});
/** An e-mail address, which is required unless this says that it may be empty. */
export const email = <const Options extends FieldOptions & { mayBeEmpty?: true }>(options: Options) => ({
  kind: "email" as const,
  ...options,
});
/** A telephone number as people write it; may be empty. */
export const phone = <const Options extends FieldOptions>(options: Options) => ({ kind: "phone" as const, ...options });
/** One of a list. */
export const choice = <const Options extends ChoiceOptions>(options: Options) => ({
  kind: "choice" as const,
  ...options,
});
/** Any of a list, each once. */
export const choices = <const Options extends FieldOptions & Pick<ChoiceOptions, "options" | "ask">>(
  options: Options,
) => ({ kind: "choices" as const, format: "list" as const, ...options });
/** A moment, in UTC. */
export const moment = <const Options extends FieldOptions>(options: Options) => ({
  kind: "moment" as const,
  format: "time" as const,
  ...options,
});
/** The id of another record, or none: a number or, where that is said, text. Its resource says who may name which. */
export const reference = <const Options extends FieldOptions & { textId?: true }>(options: Options) => ({
  kind: "reference" as const,
  ...options,
});
/** The address of a picture on this server, or none. How it is uploaded is for the resource to say. */
export const picture = <const Options extends FieldOptions>(options: Options) => ({
  kind: "picture" as const,
  format: "picture" as const,
  ...options,
});
/** Whatever has rules of its own, which its resource writes out; here it has a label. */
export const other = <const Options extends FieldOptions>(options: Options) => ({ kind: "other" as const, ...options });

export type Field = { name: string } & (
  | ({ kind: "text" } & TextOptions)
  | ({ kind: "longText" } & TextOptions & { tabs?: true })
  | ({ kind: "money" } & FieldOptions & { ask?: string; least?: number })
  | ({ kind: "whole" } & FieldOptions & { ask?: string; least?: number; most?: number })
  | ({ kind: "day" } & FieldOptions & { ask: string })
  | ({ kind: "reference" } & FieldOptions & { textId?: true })
  | ({ kind: "choice" } & ChoiceOptions)
  | ({ kind: "choices" } & FieldOptions & Pick<ChoiceOptions, "options" | "ask">)
  | ({ kind: "email" } & FieldOptions & { mayBeEmpty?: true })
  | ({ kind: "phone" | "percent" | "hundredths" | "moment" | "picture" | "other" } & FieldOptions)
);

/** Whether a column has hundredths of what people and programs read. */
export const isInHundredths = (kind: Field["kind"]) => kind === "money" || kind === "percent" || kind === "hundredths";

/** Fields by the names of their columns, in the order in which people read them. */
export type Fields = Readonly<Record<string, Field>>;

type Unnamed<Each = Field> = Each extends Field ? Omit<Each, "name"> : never;

/** The fields of a resource, each with its name. */
export const fields = <const All extends Record<string, Unnamed>>(all: All) =>
  Object.fromEntries(Object.entries(all).map(([name, field]) => [name, { ...field, name }])) as unknown as {
    readonly [Name in keyof All & string]: All[Name] & { name: Name };
  };

/** Fields as far as the journal, conflicts and dry runs know them. */
export type Labelled = Readonly<Record<string, FieldOptions>>;

/** What pages need to show a value of a field. */
export type FieldLabel = Pick<Field, "label" | "format">;

/**
 * What is said of a field. The journal may know resources and fields that are no more: they are called by their names.
 */
export const labelOf = (all: Labelled | undefined, name: string): FieldLabel => {
  const known = all && Object.hasOwn(all, name) ? all[name] : undefined;
  return known ? { label: known.label, format: known.format } : { label: inPlainText(name) };
};

/** The same of several, in the order of their resource; what it does not know comes last. */
export function labelsOf(all: Labelled | undefined, names: string[]): Record<string, FieldLabel> {
  const known = Object.keys(all ?? {});
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  const sorted = [...names].sort((one, other) => place(one) - place(other));
  return Object.fromEntries(sorted.map((name) => [name, labelOf(all, name)]));
}

/**
 * What is said of each field that a change is worth a line for: that a record went to the trash or came from there is
 * said otherwise.
 */
export function changedLabels(
  all: Labelled | undefined,
  { before, after }: { before: object | null; after: object | null },
): Record<string, FieldLabel> {
  const changed = Object.keys((before && after) ?? {});
  return Object.fromEntries(
    changed
      .filter((name) => name !== "deletedAt" && !changed.includes(all?.[name]?.namedBy ?? ""))
      .map((name) => [name, labelOf(all, name)]),
  );
}

/** "deletedAt" → "Deleted at". */
const inPlainText = (name: string) => capital(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
