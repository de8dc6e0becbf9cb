/**
 * Formats invoice lines as text, one per line: `2 hours × Advice @ 100.00 − 12.5 % (tax: VAT)`, with a product's id
 * before the title, which is quoted as JSON if it is ambiguous. Browser-safe.
 */
import type { InvoiceLine } from "db/schema";
import { moneyText, percentText } from "~/core/values/money";

/** A line as written in a file; "" means not given. */
interface WrittenLine {
  /** The number of a product. */
  product: string;
  title: string;
  quantity: string;
  unit: string;
  price: string;
  /** Discount in percent. */
  discount: string;
  /** Name or percentage of a tax rate. */
  tax: string;
}

export const lineText = ({ product, title, quantity, unit, price, discount, tax }: WrittenLine) =>
  `${quantity}${unit && ` ${unit}`} × ${product && `#${product} `}${isPlain(title) ? title : JSON.stringify(title)}${price && ` @ ${price}`}${discount && ` − ${discount} %`}${tax && ` (tax: ${tax})`}`;

/** Whether no part of the title can be read as a product, a price, a discount, a quote or the end of the line. */
const isPlain = (title: string) => !/^["#]|@|%$|\(tax: |[^\S ]|^ | $/.test(title);

export const linesText = (lines: InvoiceLine[]) =>
  lines
    .map(({ id, title, quantity, unit = "", price, discount, taxName = "" }) =>
      lineText({
        product: id === null ? "" : String(id),
        title,
        quantity: String(quantity),
        unit,
        price: moneyText(price),
        discount: discount === 0 ? "" : percentText(discount),
        tax: taxName,
      }),
    )
    .join("\n");

const written = /^(.*?) × (?:#(\d+) )?("(?:[^"\\]|\\.)*"|.*?)(?: @ (\S+))?(?: − (\S+) %)?(?: \(tax: ([^\n]+)\))?$/;

/** Reads lines back from text. */
export const readLinesText = (text: string): WrittenLine[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, counted = "", product = "", title = line, price = "", discount = "", tax = ""] =
        written.exec(line) ?? [];
      const [, quantity = counted, unit = ""] = /^(\S+) (\D.*)$/.exec(counted) ?? [];
      return { product, title: unquoted(title), quantity, unit, price, discount, tax };
    });

/** Returns a title without its quotes; an unquoted or invalid one unchanged. */
function unquoted(title: string): string {
  if (!title.startsWith('"')) return title;
  try {
    return String(JSON.parse(title));
  } catch {
    return title;
  }
}
