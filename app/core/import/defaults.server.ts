/** Default values for required fields of new records. */
import type { Importer } from "./importer.server";

/** Returns the required fields that can have a default for many records: neither the name nor the key. */
export async function fieldsWithDefault(importer: Importer): Promise<string[]> {
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
