/** In which formats the columns of a file are written. */
import type { Import } from "db/schema";
import { unguarded } from "~/lib/export.server";
import { dayFormats, FormatSeen, takenFor } from "./formats";
import type { Importer } from "./importer.server";
import { rowsOf } from "./imports.server";

/** How many rows are looked at before others get their turn. */
const atOnce = 500;

/** What all cells of the columns tell that are taken for numbers or days, by the columns' places. */
export async function formatsIn({ id }: Pick<Import, "id">, { fields }: Pick<Importer, "fields">, taken: string[]): Promise<Map<number, FormatSeen>> {
  const seen = new Map<number, FormatSeen>();
  for (const [place, entry] of taken.entries()) {
    const as = fields[takenFor(entry).field]?.as;
    if (as) seen.set(place, new FormatSeen(as));
  }
  if (seen.size === 0) return seen;
  for await (const rows of rowsOf(id, undefined, undefined, atOnce)) for (const { cells } of rows) for (const [place, column] of seen) column.see(unguarded(cells[place] ?? ""));
  return seen;
}

/** Asks how a column writes its days, by a cell that could be two of them: "01/02/2026". */
export function whichDay(cell: string): string {
  return `“${cell}” could be two days, and nothing else in this column says which: choose how it writes them`;
}

export const isDayFormat = (format: string | undefined) => dayFormats.find(({ value }) => value === format)?.value;
