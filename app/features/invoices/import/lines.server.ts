/** Converts the lines of a file to those in a request body of `/api/invoices`. */
import { fold } from "db/fold";
import type { Invoice } from "db/schema";
import { loadProductNames } from "~/features/products/products-named.server";
import { choosableTaxRates } from "~/features/taxes/tax-rates.server";
import { resolveRateCell } from "~/features/taxes/rate-cell.server";
import { readLinesText } from "./line-text";

interface LineBody {
  id?: number;
  title?: string;
  quantity: string;
  unit?: string;
  taxRateId?: number | null;
  price?: string;
  discount?: string;
}

/**
 * Reads lines from text. A number names a product only where the invoice has had it, where the titles agree, or where
 * no title is given: the numbers of another program's products mean nothing here.
 */
export async function linesIn(text: string, before: Invoice | undefined): Promise<LineBody[]> {
  const lines = readLinesText(text);
  const kept = new Set(before?.lines.flatMap(({ id }) => id ?? []));
  const sold = await loadProductNames(
    lines.map(({ product }) => product && `#${product}`),
    kept,
  );
  const rates = await choosableTaxRates();
  return lines.map(({ product, title, quantity, unit, price, discount, tax }, place) => {
    const found = sold[place];
    const isMeant = kept.has(Number(product)) || title === "" || (found && fold(found.title) === fold(title));
    return {
      ...(product && isMeant && { id: Number(product) }),
      ...(title && { title }),
      quantity,
      ...(unit && { unit }),
      // A new line of a file has no tax rate that the file does not name.
      ...(tax ? { taxRateId: resolveRateCell(tax, rates, "lineItems") } : !before && { taxRateId: null }),
      ...(price && { price }),
      ...(discount && { discount }),
    };
  });
}
