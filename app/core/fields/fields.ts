/**
 * Field definitions of a resource, from which its forms, rules, exports, `/api`, lists, search and history are derived.
 * Browser-safe and small, as pages load it; parsing and comparing are in the server files beside it.
 */
import type { LookupItem } from "db/lookups";
import { capital } from "~/core/values/noun";

/** Display format of values that are not plain text; `ui/record/field-value.tsx` renders them. */
export type Format =
  "money" | "percent" | "hundredths" | "day" | "time" | "picture" | "pictures" | "list" | "rows" | "person";

interface FieldOptions {
  label: string;
  format?: Format;
  /** A field with the same meaning as text: if both changed, only that one is shown. */
  namedBy?: string;
  /** Included in the list's word search and the full-text index. */
  search?: true;
  /**
   * Sortable in the list: text ignores case and diacritics, or with "anyCase" only the case of ASCII letters. Requires
   * an index (`listIndexes` in `db/schema`).
   */
  sort?: true | "anyCase";
  /** Comparable in the search box, such as `total>100`. */
  compare?: true;
  /** Filterable in the list. */
  filter?: true;
  /** Parameter name in the list's URL, if it differs from the field's. */
  param?: string;
  /** Name in `/api` if it differs, such as `customer.name`; false to leave it out. */
  api?: string | false;
  /** Column name in exports, if it differs; false to leave it out. */
  file?: string | false;
  /** CSV column title, if it differs from the label. */
  fileLabel?: string;
  /** Other column titles that an import accepts; case, spaces and diacritics are ignored. */
  aliases?: readonly string[];
  /** Computed by Portico: no form, file or API request sets it. */
  readOnly?: true;
  /** May be `null` in `/api` responses, as references always may. */
  nullable?: true;
}

interface TextOptions extends FieldOptions {
  /** Maximum length, in characters. */
  max: number;
  /** Error message if it is empty, such as "Enter a name". Without it the field is optional. */
  required?: string;
}

interface ChoiceOptions extends FieldOptions {
  options: readonly (LookupItem & { value: string })[];
  /** Error message if none is chosen, such as "Choose a status". */
  ask: string;
  /** Label of the empty option. Without it a choice is required. */
  none?: string;
  /** Value of records that name none, so that it may be omitted. */
  usual?: string;
}

/** One line of text. */
export const text = <const Options extends TextOptions>(options: Options) => ({ kind: "text" as const, ...options });
/** Several lines of text. */
export const longText = <const Options extends TextOptions & { tabs?: true }>(options: Options) => ({
  kind: "longText" as const,
  ...options,
});
/** An amount, in cents. */
export const money = <const Options extends FieldOptions & { ask?: string; least?: number }>(options: Options) => ({
  kind: "money" as const,
  format: "money" as const,
  ...options,
});
/** A percentage from 0 to below 100, in hundredths of a percent; 0 if missing. */
export const percent = <const Options extends FieldOptions>(options: Options) => ({
  kind: "percent" as const,
  format: "percent" as const,
  ...options,
});
/** A whole number; `ask` is the error message if it is missing. */
export const integer = <const Options extends FieldOptions & { ask?: string; least?: number; most?: number }>(
  options: Options,
) => ({ kind: "whole" as const, ...options });
/** A computed number in hundredths, such as a mean. */
export const hundredths = <const Options extends FieldOptions & { readOnly: true }>(options: Options) => ({
  kind: "hundredths" as const,
  format: "hundredths" as const,
  ...options,
});
/** A date such as `2026-11-21`, required unless `mayBeEmpty`: then "" for none, and null in `/api`. */
export const day = <const Options extends FieldOptions & { ask: string; mayBeEmpty?: true }>(options: Options) => ({
  kind: "day" as const,
  format: "day" as const,
  ...options,
});
/** An email address, required unless `mayBeEmpty`. */
export const email = <const Options extends FieldOptions & { mayBeEmpty?: true }>(options: Options) => ({
  kind: "email" as const,
  ...options,
});
/** A phone number as people write it; may be empty. */
export const phone = <const Options extends FieldOptions>(options: Options) => ({ kind: "phone" as const, ...options });
export const choice = <const Options extends ChoiceOptions>(options: Options) => ({
  kind: "choice" as const,
  ...options,
});
/** Any options of a list, each once. */
export const choices = <const Options extends FieldOptions & Pick<ChoiceOptions, "options" | "ask">>(
  options: Options,
) => ({ kind: "choices" as const, format: "list" as const, ...options });
/** A timestamp, in UTC. */
export const moment = <const Options extends FieldOptions>(options: Options) => ({
  kind: "moment" as const,
  format: "time" as const,
  ...options,
});
/** The id of another record, or none: a number, or text with `textId`. The resource decides who may reference which. */
export const reference = <const Options extends FieldOptions & { textId?: true }>(options: Options) => ({
  kind: "reference" as const,
  ...options,
});
/** Path of a picture on this server, or none. The resource handles the upload. */
export const picture = <const Options extends FieldOptions>(options: Options) => ({
  kind: "picture" as const,
  format: "picture" as const,
  ...options,
});
/** A field with rules that its resource defines; here it only has a label. */
export const other = <const Options extends FieldOptions>(options: Options) => ({ kind: "other" as const, ...options });

export type Field = { name: string } & (
  | ({ kind: "text" } & TextOptions)
  | ({ kind: "longText" } & TextOptions & { tabs?: true })
  | ({ kind: "money" } & FieldOptions & { ask?: string; least?: number })
  | ({ kind: "whole" } & FieldOptions & { ask?: string; least?: number; most?: number })
  | ({ kind: "day" } & FieldOptions & { ask: string; mayBeEmpty?: true })
  | ({ kind: "reference" } & FieldOptions & { textId?: true })
  | ({ kind: "choice" } & ChoiceOptions)
  | ({ kind: "choices" } & FieldOptions & Pick<ChoiceOptions, "options" | "ask">)
  | ({ kind: "email" } & FieldOptions & { mayBeEmpty?: true })
  | ({ kind: "phone" | "percent" | "hundredths" | "moment" | "picture" | "other" } & FieldOptions)
);

/** Whether a column stores hundredths of the displayed value. */
export const isInHundredths = (kind: Field["kind"]) => kind === "money" || kind === "percent" || kind === "hundredths";

/** Fields by column name, in display order. */
export type Fields = Readonly<Record<string, Field>>;

type Unnamed<Each = Field> = Each extends Field ? Omit<Each, "name"> : never;

/** Defines the fields of a resource, adding each field's name. */
export const fields = <const All extends Record<string, Unnamed>>(all: All) =>
  Object.fromEntries(Object.entries(all).map(([name, field]) => [name, { ...field, name }])) as unknown as {
    readonly [Name in keyof All & string]: All[Name] & { name: Name };
  };

/** Field options as the journal, conflicts and dry runs need them. */
export type Labelled = Readonly<Record<string, FieldOptions>>;

/** Field options that pages need to show a value. */
export type FieldLabel = Pick<Field, "label" | "format">;

/**
 * Returns the label of a field. The journal may mention fields that no longer exist: their label is derived from the
 * name.
 */
export const labelOf = (all: Labelled | undefined, name: string): FieldLabel => {
  const known = all && Object.hasOwn(all, name) ? all[name] : undefined;
  return known ? { label: known.label, format: known.format } : { label: inPlainText(name) };
};

/** Returns the labels of several fields in the resource's order, unknown ones last. */
export function labelsOf(all: Labelled | undefined, names: string[]): Record<string, FieldLabel> {
  const known = Object.keys(all ?? {});
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  const sorted = [...names].sort((one, other) => place(one) - place(other));
  return Object.fromEntries(sorted.map((name) => [name, labelOf(all, name)]));
}

/**
 * Returns the labels of the changed fields to list. Leaves out `deletedAt`, as trashing and restoring are described
 * elsewhere, and fields whose `namedBy` changed too.
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

/** Returns the field that names a record of a kind without a label of its own. */
export const firstTextField = (fields: Fields) => Object.values(fields).find(({ kind }) => kind === "text");
