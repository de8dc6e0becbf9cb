/** Resolves the tax rates that a form or a request names for the lines of an order or invoice. */
import type { Transaction } from "db";
import type { LineTax, Product } from "db/schema";
import { hasRates, taxOfLine } from "~/features/taxes/tax-parts";
import { taxOf, taxRatesWith } from "~/features/taxes/tax-rates.server";
import { readCompany } from "./company.server";

/** A named tax rate: its id, null for none, or undefined for the usual one. */
export type NamedRate = number | null | undefined;

/** An order or invoice with the tax rates that it has copied. */
export interface TaxedDocument {
  lines: readonly Partial<LineTax>[];
  shippingTax: LineTax | null;
}

export interface RateContext {
  /** The document being edited or copied. */
  before?: TaxedDocument;
  /** Whether the document is copied: the copy takes today's rates, and no archived ones. */
  isCopy?: boolean;
  /** Whether lines without a named rate have none, because the amount of tax is given. */
  hasAmount?: boolean;
}

interface NamedTax {
  named: NamedRate;
  product?: Partial<Pick<Product, "taxRateId">>;
}

/**
 * Returns the tax of each line: the document's own copy of a rate, else the current rate, or `false` for a rate that
 * cannot be chosen. The usual rate is the product's, or the company's default.
 */
export async function resolveTaxes(
  lines: readonly NamedTax[],
  { before, isCopy = false, hasAmount = false }: RateContext,
  from?: Pick<Transaction, "select">,
): Promise<(LineTax | undefined | false)[]> {
  const company = await readCompany(from);
  const hasNoRates = hasAmount || (before !== undefined && !hasRates(before.lines));
  const usual = (product: NamedTax["product"]) =>
    hasNoRates ? null : (product?.taxRateId ?? company.defaultTaxRateId);
  const meant = lines.map(({ named, product }) => (named === undefined ? usual(product) : named));
  const found = await taxRatesWith(
    meant.filter((id) => id !== null),
    from,
  );
  const copies = new Map(copiedTaxes(before).map((tax) => [tax.taxRateId, tax]));
  return meant.map((id, place) => {
    if (id === null) return undefined;
    const [copy, rate] = [copies.get(id), found.get(id)];
    const isChoosable = rate?.status === "active" || (rate && lines[place]?.named === undefined);
    if (copy && !isCopy) return copy;
    return rate && isChoosable ? taxOf(rate) : lines[place]?.named === undefined ? undefined : false;
  });
}

/** Returns the tax rates that a document has copied. */
export const copiedTaxes = (document: TaxedDocument | undefined): LineTax[] =>
  [...(document?.lines.map(taxOfLine) ?? []), document?.shippingTax ?? undefined].filter((tax) => tax !== undefined);

/** Whether every rate of a document follows from its customer, who is not taxable. */
export const isTaxedByCustomer = (document: TaxedDocument): boolean => {
  const taxes = copiedTaxes(document);
  return taxes.length > 0 && taxes.every(({ category }) => category === "exempt" || category === "reverse charge");
};
