/** The lines of invoices in the accountant's files. */
import type { Invoice } from "db/schema";
import { formatPercent } from "~/core/values/money";
import { netAmounts } from "~/features/taxes/document-sums";
import { taxOfLine } from "~/features/taxes/tax-parts";
import { columnsByHead, isVoid, money } from "./accountant-columns.server";

/** A line with its place on the invoice, and its amount without tax. */
interface NumberedLine {
  invoice: Invoice;
  position: number;
  title: string;
  quantity: number;
  unit: string;
  price: number;
  discount: number;
  total: number;
  taxName: string;
  rate: number | null;
  category: string;
  net: number;
}

/** Returns the lines of an invoice, and its shipping charge as one more. */
export function linesOf(invoice: Invoice): NumberedLine[] {
  const { lines, shippingCharge, shippingTax, includesTax } = invoice;
  const own = lines.map(({ unit = "", taxName = "", rate = null, category = "", ...line }) => ({
    ...line,
    unit,
    taxName,
    rate,
    category,
  }));
  const shipping = {
    title: "Shipping",
    quantity: 1,
    unit: "",
    price: shippingCharge,
    discount: 0,
    total: shippingCharge,
    taxName: shippingTax?.taxName ?? "",
    rate: shippingTax?.rate ?? null,
    category: shippingTax?.category ?? "",
  };
  const all = [...own, ...(shippingCharge ? [shipping] : [])];
  const taxes = [...lines.map(taxOfLine), ...(shippingCharge ? [shippingTax ?? undefined] : [])];
  const nets = netAmounts(
    all.map(({ total }, place) => ({ cents: total, tax: taxes[place] })),
    includesTax,
  );
  return all.map((line, place) => ({ invoice, position: place + 1, ...line, net: nets[place] ?? line.total }));
}

export const lineColumns = columnsByHead<NumberedLine>({
  Invoice: ({ invoice }) => invoice.id,
  Issued: ({ invoice }) => invoice.issueDate,
  Void: ({ invoice }) => (isVoid(invoice) ? "yes" : ""),
  Line: ({ position }) => position,
  Description: ({ title }) => title,
  Quantity: ({ quantity }) => quantity,
  Unit: ({ unit }) => unit,
  Price: ({ price }) => money(price),
  Discount: ({ discount }) => (discount ? formatPercent(discount) : ""),
  Amount: ({ total }) => money(total),
  Tax: ({ taxName }) => taxName,
  "Tax rate": ({ rate }) => (rate === null ? "" : formatPercent(rate)),
  "Tax category": ({ category }) => category,
  "Prices include tax": ({ invoice }) => (invoice.includesTax ? "yes" : "no"),
  Net: ({ net }) => money(net),
});
