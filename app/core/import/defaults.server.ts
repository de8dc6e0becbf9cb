/** Values that new records get for what they need, where their rows have none. */
import type { Importer } from "./importer.server";

/** The fields that a new record needs and that many may share: not its name or its key. */
export async function fieldsWithDefault(importer: Importer): Promise<string[]> {
  const needed = await importer.read({}, undefined, {});
  if (needed.ok) return [];
  return Object.keys(importer.fields).filter((field) => {
    const { options, as, part } = importer.fields[field] ?? {};
    return field in needed.errors && field !== importer.key && !part && (options ?? as) !== undefined;
  });
}

/** What is wrong with such values, by the fields of their form. */
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
