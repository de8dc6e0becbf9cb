/** Tax rates in tests. */
import type { TaxRate } from "db/schema";
import { taxRateResource } from "~/features/taxes/tax-rates.server";
import { cast } from "./database";

/** Adds a tax rate as an owner does, by default VAT of 20 %. */
export async function addTaxRate(values: Partial<TaxRate> = {}): Promise<TaxRate> {
  const made = await taxRateResource.create(cast.ada, {
    name: "VAT 20%",
    rate: 20_00,
    category: "standard",
    ...values,
  });
  if (!made.ok) throw new Error(`No tax rate was made: ${JSON.stringify(made.errors)}`);
  return made.row;
}
