/** The tax rates that a request names for an order: one for each item, one for all, one for the shipping. */
import type { Order, OrderItem } from "db/schema";
import { invalidRequest } from "~/core/http/api.server";
import { RuleViolation } from "~/core/resource/act.server";
import { readCompany } from "~/features/company/company.server";
import { type NamedRate, resolveTaxes } from "~/features/company/line-tax.server";
import { hasRates, taxOfLine } from "~/features/taxes/tax-parts";
import { addUp } from "../complete.server";
import { type AskedItem, earlierItems, itemsOf } from "./items.server";

interface RequestedRates {
  items?: (Omit<AskedItem, "taxRateId"> & { taxRateId?: NamedRate })[];
  /** The rate of the items and the shipping that name none. */
  taxRateId?: NamedRate;
  shippingTaxRateId?: NamedRate;
}

type TaxedColumns = Partial<Pick<Order, "items" | "taxAmount" | "shippingTax" | "includesTax">>;

const unknownRate = "There is no such tax rate, or it is archived";

/**
 * Returns the items and their tax, as far as the request changes them. Throws a 400 response that names what is wrong.
 */
export async function taxedColumns(
  { items, taxRateId, shippingTaxRateId = taxRateId }: RequestedRates,
  before?: Order,
) {
  const asked = items ?? (taxRateId === undefined ? undefined : before?.items.map(withoutRate));
  const columns: TaxedColumns = asked
    ? { items: await itemsOf(await withTaxes(asked, taxRateId, before), before?.items) }
    : {};
  const [wasRated, isRated] = [before, columns].map((order) => hasRates(order?.items ?? []));
  if (wasRated && columns.items && !isRated) columns.taxAmount = 0; // until now the rates gave it
  const isNewlyRated = isRated && !wasRated;
  if (isNewlyRated) columns.includesTax = (await readCompany()).priceTax === "included";
  if (shippingTaxRateId === undefined && !isNewlyRated) return columns;
  const [shippingTax] = await resolveTaxes([{ named: shippingTaxRateId }], isNewlyRated ? {} : contextOf(before));
  if (shippingTax === false) return invalidRequest({ shippingTaxRateId: unknownRate });
  return { ...columns, shippingTax: shippingTax ?? null };
}

const withoutRate = ({ id, name, image, price, quantity }: OrderItem) => ({ id, name, image, price, quantity });

const contextOf = (before?: Order) => ({
  before: before && { lines: before.items, shippingTax: before.shippingTax },
});

/** Returns the items with copies of the named rates. An item that the order has with this rate keeps its copy. */
async function withTaxes(
  asked: NonNullable<RequestedRates["items"]>,
  usual: NamedRate,
  before?: Order,
): Promise<AskedItem[]> {
  const named = asked.map(({ taxRateId = usual }) => taxRateId);
  const taxes = await resolveTaxes(
    named.map((named = null) => ({ named })),
    contextOf(before),
  );
  const kept = earlierItems(asked, before?.items);
  const errors: Record<string, string> = {};
  const items = asked.map(({ taxRateId: own, ...item }, index): AskedItem => {
    const tax = taxes[index];
    if (tax === false) errors[own === undefined ? "taxRateId" : `items.${index}.taxRateId`] = unknownRate;
    if (named[index] === undefined) return item;
    const copy = kept[index]?.taxRateId === named[index] ? taxOfLine(kept[index] ?? {}) : tax || undefined;
    return { ...item, taxRateId: undefined, ...copy };
  });
  return Object.keys(errors).length > 0 ? invalidRequest(errors) : items;
}

/** Throws a 400 response if an amount of tax is given that differs from the one of the order's rates. */
export async function refuseOtherTax({ taxAmount, ...values }: Partial<Order>, before?: Order) {
  const { items = [], discountAmount = 0, shippingChargeAmount = 0, ...rest } = { ...before, ...values };
  if (taxAmount === undefined || !hasRates(items)) return;
  const computed = taxOfRates({ ...rest, items, discountAmount, shippingChargeAmount, taxAmount: 0 });
  if (computed !== undefined && computed !== taxAmount)
    await invalidRequest({ taxAmount: "The tax rates of the items give the tax. Leave the amount out." });
}

/** Returns the tax in cents; undefined if the order is refused for its sums anyway. */
function taxOfRates(charges: Parameters<typeof addUp>[0]): number | undefined {
  try {
    const sums = addUp(charges);
    return "taxAmount" in sums ? sums.taxAmount : undefined;
  } catch (error) {
    if (error instanceof RuleViolation) return undefined;
    throw error;
  }
}
