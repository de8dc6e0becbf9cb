/** Default values for required fields of new records. */
import type { Importer } from "./importer.server";

/** Returns the required fields that can have a default for many records: neither the name nor the key. */
export function fieldsWithDefault(importer: Importer): Promise<string[]> {
  const known = cached.get(importer) ?? findFields(importer);
  cached.set(importer, known);
  return known;
}

const cached = new WeakMap<Importer, Promise<string[]>>();

/** Label of the choice of such a value; of a list, it also replaces values that the list does not have. */
export const defaultLabel = ({ fields }: Importer, field: string) =>
  `${fields[field]?.label ?? field}, where a row has none${fields[field]?.options ? " or an unknown one" : ""}`;

/** Adds to errors about unknown values that a value may be chosen for all such rows. */
export async function withWayOut(importer: Importer, errors: Record<string, string>): Promise<Record<string, string>> {
  const open = (await fieldsWithDefault(importer)).filter((field) => errors[field] && importer.fields[field]?.options);
  const advised = open.map((field) => [
    field,
    `${errors[field]}. Or choose one for all such rows, where the columns are matched: “${defaultLabel(importer, field)}”`,
  ]);
  return { ...errors, ...Object.fromEntries(advised) };
}

async function findFields(importer: Importer): Promise<string[]> {
  const needed = await importer.read({}, undefined, {});
  if (needed.ok) return [];
  return Object.keys(importer.fields).filter((field) => {
    const { options, as, part } = importer.fields[field] ?? {};
    return field in needed.errors && field !== importer.key && !part && (options ?? as) !== undefined;
  });
}

/** Returns the errors of default values, by form field. */
export async function wrongDefaults(
  importer: Importer,
  defaults: Record<string, string>,
): Promise<Record<string, string> | undefined> {
  const read = await importer.read(defaults, undefined, defaults);
  if (read.ok) return undefined;
  const wrong = Object.keys(defaults).flatMap((field) => {
    const error = read.errors[field];
    return error === undefined ? [] : [[`defaults.${field}`, error] as const];
  });
  return wrong.length > 0 ? Object.fromEntries(wrong) : undefined;
}
