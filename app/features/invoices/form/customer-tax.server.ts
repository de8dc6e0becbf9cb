/** How the tax of an invoice follows from its customer. */
import { inArray } from "drizzle-orm";
import type { Transaction } from "db";
import type { TaxTreatment } from "db/lookups";
import { type Invoice, type InvoiceLine, type LineTax, products } from "db/schema";
import { RuleViolation } from "~/core/resource/act.server";
import { choosableTaxRates, taxOf } from "~/features/taxes/tax-rates.server";
import { readCompany } from "~/features/company/company.server";
import { withoutTax } from "~/features/taxes/document-sums";
import { hasRates, taxOfLine } from "~/features/taxes/tax-parts";
import { copiedTaxes, resolveTaxes } from "~/features/company/line-tax.server";

interface Change {
  before: Invoice | undefined;
  values: Partial<Invoice>;
}

/**
 * Returns the lines and the shipping with the one rate that applies to a customer who is not taxable, and without the
 * tax that prices include; or with the usual rates again after such a customer was replaced by a taxable one.
 */
export async function taxByCustomer(tx: Transaction, { before, values }: Change): Promise<Partial<Invoice>> {
  const treatment = values.customerTaxTreatment ?? before?.customerTaxTreatment ?? "taxable";
  const isChanged = treatment !== (before?.customerTaxTreatment ?? "taxable");
  const { lines = before?.lines ?? [] } = values;
  if (treatment !== "taxable") {
    if (!isChanged && !values.lines && values.shippingTax === undefined) return {};
    const shippingTax = values.shippingTax ?? before?.shippingTax ?? null;
    const tax = await taxOfTreatment(tx, treatment, { lines, shippingTax }, before);
    const hasGrossPrices = before
      ? isChanged && before.includesTax
      : hasRates(lines) && (await readCompany(tx)).priceTax === "included";
    const net = (cents: number, of: LineTax | undefined | null) => (hasGrossPrices ? withoutTax(cents, of) : cents);
    const shippingCharge = values.shippingCharge ?? before?.shippingCharge ?? 0;
    return {
      lines: lines.map((line) =>
        line.category === treatment ? line : { ...line, price: net(line.price, taxOfLine(line)), ...tax },
      ),
      shippingTax: shippingTax?.category === treatment ? shippingTax : tax,
      ...(hasGrossPrices && { shippingCharge: net(shippingCharge, shippingTax), includesTax: false }),
    };
  }
  return isChanged && !values.lines ? withUsualTaxes(tx, lines) : {};
}

type Taxed = Pick<Invoice, "lines" | "shippingTax">;

/** Returns the rate of a category: as the invoice has copied it, else the first that can be chosen. */
async function taxOfTreatment(
  tx: Transaction,
  treatment: Exclude<TaxTreatment, "taxable">,
  after: Taxed,
  before: Taxed | undefined,
): Promise<LineTax> {
  const copied = [...copiedTaxes(before), ...copiedTaxes(after)].find(({ category }) => category === treatment);
  if (copied) return copied;
  const rate = (await choosableTaxRates([], tx)).find(({ category }) => category === treatment);
  if (rate) return taxOf(rate);
  throw new RuleViolation({
    customer: `No tax rate has the category “${treatment}”, which this customer needs. Add one in the company's settings first, with the reason that invoices have to give.`,
  });
}

async function withUsualTaxes(tx: Transaction, lines: InvoiceLine[]): Promise<Partial<Invoice>> {
  const ids = lines.flatMap(({ id }) => id ?? []);
  const sold = await tx
    .select({ id: products.id, taxRateId: products.taxRateId })
    .from(products)
    .where(inArray(products.id, ids));
  const named = lines.map((line) => ({ named: undefined, product: sold.find(({ id }) => id === line.id) }));
  const [shippingTax, ...taxes] = await resolveTaxes([{ named: undefined }, ...named], {}, tx);
  return {
    lines: lines.map(({ taxRateId: _, taxName: __, rate: ___, category: ____, taxReason: _____, ...line }, place) => ({
      ...line,
      ...(taxes[place] || undefined),
    })),
    shippingTax: shippingTax || null,
  };
}
