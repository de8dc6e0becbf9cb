/** The amounts of credit notes. Browser-safe: used by the form while the user types, and by the server on save. */
import type { CreditNote, Invoice, LineTax, TaxSum } from "db/schema";
import { thousandths } from "~/core/values/quantity";
import { share } from "~/core/values/share";

/** The parts of an invoice that its credit notes share out. */
export type CreditableInvoice = Pick<
  Invoice,
  "shippingCharge" | "tax" | "taxes" | "shippingTax" | "includesTax" | "totalAmount"
> & { lines: readonly ({ quantity: number; total: number } & Partial<LineTax>)[] };

/** Quantities of lines, by their place on the invoice, and shipping in cents. */
export interface Portion {
  quantities: readonly number[];
  shippingCharge: number;
}

/** Amounts in cents; `lines` by their place on the invoice. */
export interface Credit {
  lines: number[];
  shippingCharge: number;
  taxes: TaxSum[];
  tax: number;
  total: number;
}

/** Returns what the earlier credit notes of an invoice cover together. */
export function creditedPortion(
  invoice: CreditableInvoice,
  notes: readonly Pick<CreditNote, "lines" | "shippingCharge">[],
): Portion {
  const quantities = invoice.lines.map(() => 0);
  for (const { lines } of notes)
    for (const { line, quantity } of lines) quantities[line] = exact((quantities[line] ?? 0) + quantity);
  return { quantities, shippingCharge: notes.reduce((sum, note) => sum + note.shippingCharge, 0) };
}

/** Returns what no credit note covers yet. */
export const remainingPortion = (invoice: CreditableInvoice, before: Portion): Portion => ({
  quantities: invoice.lines.map(({ quantity }, place) => exact(quantity - (before.quantities[place] ?? 0))),
  shippingCharge: invoice.shippingCharge - before.shippingCharge,
});

/**
 * Returns what a portion comes to. Each amount is the difference of two rounded sums, with and without the portion, so
 * that the credit notes of a whole invoice add up to it.
 */
export function creditOf(invoice: CreditableInvoice, before: Portion, portion: Portion): Credit {
  const after: Portion = {
    quantities: before.quantities.map((quantity, place) => exact(quantity + (portion.quantities[place] ?? 0))),
    shippingCharge: before.shippingCharge + portion.shippingCharge,
  };
  const [was, becomes] = [worthOf(invoice, before), worthOf(invoice, after)];
  return {
    lines: becomes.lines.map((total, place) => total - (was.lines[place] ?? 0)),
    shippingCharge: portion.shippingCharge,
    taxes: becomes.taxes.map((one, place) => ({
      ...one,
      net: one.net - (was.taxes[place]?.net ?? 0),
      tax: one.tax - (was.taxes[place]?.tax ?? 0),
    })),
    tax: becomes.tax - was.tax,
    total: becomes.total - was.total,
  };
}

/** Returns the share of the invoice that a portion is worth. */
function worthOf(invoice: CreditableInvoice, { quantities, shippingCharge }: Portion): Credit {
  const lines = invoice.lines.map(({ total, quantity }, place) =>
    share(total, thousandths(quantities[place] ?? 0), thousandths(quantity)),
  );
  const wholeNet = sum(invoice.lines.map(({ total }) => total)) + invoice.shippingCharge;
  const net = sum(lines) + shippingCharge;
  const isFullCredit =
    shippingCharge === invoice.shippingCharge &&
    invoice.lines.every(({ quantity }, place) => quantities[place] === quantity);
  const taxes = invoice.taxes.map((whole) => {
    const isOfRate = (tax: Partial<LineTax> | null | undefined) => tax != null && keyOf(tax) === keyOfSum(whole);
    const ofRate = (amounts: readonly number[], shipping: number) =>
      sum(amounts.filter((_, place) => isOfRate(invoice.lines[place]))) +
      (isOfRate(invoice.shippingTax) ? shipping : 0);
    const wholeOfRate = ofRate(
      invoice.lines.map(({ total }) => total),
      invoice.shippingCharge,
    );
    const part = (amount: number) =>
      isFullCredit ? amount : share(amount, ofRate(lines, shippingCharge), wholeOfRate);
    const tax = part(whole.tax);
    return { ...whole, net: invoice.includesTax ? ofRate(lines, shippingCharge) - tax : part(whole.net), tax };
  });
  const tax =
    taxes.length > 0
      ? sum(taxes.map((one) => one.tax))
      : isFullCredit
        ? invoice.tax
        : share(invoice.tax, net, wholeNet);
  return { lines, shippingCharge, taxes, tax, total: net + (invoice.includesTax ? 0 : tax) };
}

const keyOf = ({ taxRateId, rate, category, taxName = "", taxReason = "" }: Partial<LineTax>) =>
  JSON.stringify([taxRateId, rate, category, taxName, taxReason]);
const keyOfSum = ({ name, reason, ...tax }: TaxSum) => keyOf({ ...tax, taxName: name, taxReason: reason });

/** Returns a quantity without the error of floating-point sums. */
const exact = (quantity: number) => thousandths(quantity) / 1000;

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
