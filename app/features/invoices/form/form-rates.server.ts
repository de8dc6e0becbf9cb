import type { Invoice, LineTax } from "db/schema";
import { readCompany } from "~/features/company/company.server";
import { choosableTaxRates, taxOf } from "~/features/taxes/tax-rates.server";
import { copiedTaxes } from "../line-tax.server";
import type { FormRates } from "./form-sums";

/**
 * Returns the tax rates that the form of an invoice offers: those that it has copied, and those that can be chosen. A
 * duplicate takes a rate as it is today where it can be chosen.
 */
export async function formRates(before?: Invoice, { isCopy = false } = {}): Promise<FormRates> {
  const { defaultTaxRateId, priceTax } = await readCompany();
  const choosable = (await choosableTaxRates([defaultTaxRateId])).map(taxOf);
  const options = new Map<number, LineTax>();
  const copied = copiedTaxes(before);
  for (const tax of isCopy ? [...choosable, ...copied] : [...copied, ...choosable])
    if (!options.has(tax.taxRateId)) options.set(tax.taxRateId, tax);
  const includesTax = before?.taxes.length && !isCopy ? before.includesTax : priceTax === "included";
  return { options: [...options.values()], usual: options.get(defaultTaxRateId ?? 0) ?? null, includesTax };
}
