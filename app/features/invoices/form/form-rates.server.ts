import type { Invoice, LineTax } from "db/schema";
import { readCompany } from "~/features/company/company.server";
import { choosableTaxRates, taxOf } from "~/features/taxes/tax-rates.server";
import { copiedTaxes } from "./line-tax.server";
import type { FormRates } from "./live";

/** Returns the tax rates that the form of an invoice offers: those it has copied, and those that can be chosen. */
export async function formRates(before?: Invoice): Promise<FormRates> {
  const { defaultTaxRateId, priceTax } = await readCompany();
  const choosable = (await choosableTaxRates([defaultTaxRateId])).map(taxOf);
  const options = new Map<number, LineTax>();
  for (const tax of [...copiedTaxes(before), ...choosable])
    if (!options.has(tax.taxRateId)) options.set(tax.taxRateId, tax);
  const includesTax = before?.taxes.length ? before.includesTax : priceTax === "included";
  return { options: [...options.values()], usual: options.get(defaultTaxRateId ?? 0) ?? null, includesTax };
}
