import type { LineTax } from "db/schema";
import { rateChoices } from "~/features/taxes/rate-choices.server";
import { choosableTaxRates, taxOf } from "~/features/taxes/tax-rates.server";
import { type FormRates, hasRates } from "~/features/taxes/tax-parts";
import { readCompany } from "./company.server";
import { copiedTaxes, isTaxedByCustomer, type TaxedDocument } from "./line-tax.server";

/**
 * Returns the tax rates that the form of an order or invoice offers: those that it has copied, and those that can be
 * chosen. A duplicate has only the latter, as they are today.
 */
export async function formRates(
  before?: TaxedDocument & { includesTax: boolean },
  { isCopy = false } = {},
): Promise<FormRates> {
  const { defaultTaxRateId, priceTax } = await readCompany();
  const choosable = (await choosableTaxRates([defaultTaxRateId])).map(taxOf);
  const options = new Map<number, LineTax>();
  const copied = copiedTaxes(before);
  for (const tax of isCopy ? choosable : [...copied, ...choosable])
    if (!options.has(tax.taxRateId)) options.set(tax.taxRateId, tax);
  const includesTax =
    before && hasRates(before.lines) && !isCopy
      ? before.includesTax && !isTaxedByCustomer(before)
      : priceTax === "included";
  const offered = [...options.values()];
  const usual = options.get(defaultTaxRateId ?? 0) ?? null;
  return { options: offered, usual, includesTax, choices: rateChoices(offered) };
}
