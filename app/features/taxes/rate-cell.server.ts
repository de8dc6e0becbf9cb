import { fold } from "db/fold";
import type { TaxRate } from "db/schema";
import { CellErrors } from "~/core/import/importer.server";
import { parsePercent } from "~/core/values/money";

/** Returns the id of the tax rate that a cell names or gives the percentage of. Throws `CellErrors` for `field`. */
export function resolveRateCell(
  cell: string,
  rates: readonly Pick<TaxRate, "id" | "name" | "rate">[],
  field: string,
): number {
  const named = rates.find(({ name }) => fold(name) === fold(cell.trim()));
  if (named) return named.id;
  const rate = parsePercent(cell);
  const [found, other] = rates.filter((one) => one.rate === rate);
  if (found && !other) return found.id;
  throw new CellErrors({
    [field]: found
      ? `Several tax rates have ${cell.trim()}: write the name of one`
      : `There is no tax rate “${cell.trim().slice(0, 100)}”. Write its name, or its percentage`,
  });
}
