/** Validates the user's mapping of columns to fields. */
import { titleOf } from "./guess";
import type { Importer } from "../importer.server";

/** Returns the errors of a mapping by form field; undefined if it can be tried. */
export function wrongColumns(
  { fields, noun }: Pick<Importer, "fields" | "noun">,
  heads: string[],
  chosen: string[],
): Record<string, string> | undefined {
  const first = new Map<string, number>();
  const errors: Record<string, string> = {};
  if (chosen.length !== heads.length) return { "": `Say of each of the ${heads.length} columns what it is.` };
  for (const [index, field] of chosen.entries()) {
    if (field === "") continue;
    const earlier = first.get(field);
    if (!Object.hasOwn(fields, field)) errors[`columns.${index}.field`] = "Choose one of the list";
    else if (earlier !== undefined && !fields[field]?.joins)
      errors[`columns.${index}.field`] =
        `“${titleOf(heads[earlier] ?? "", earlier)}” is taken for ${fields[field]?.label.toLowerCase()} already. Leave one of the two out.`;
    else if (earlier === undefined) first.set(field, index);
  }
  const says = [...first.keys()].some((field) => field !== "id" && !fields[field]?.fixed);
  if (!says)
    errors[""] =
      `None of these columns says anything of ${noun.many} that could be changed. Choose at least one. Does the first line of the file name its columns?`;
  return Object.keys(errors).length > 0 ? errors : undefined;
}
