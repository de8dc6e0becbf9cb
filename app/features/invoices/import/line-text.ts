/**
 * Formats invoice lines as text, one per line: `2 × Oak desk @ 100.00 − 12.5 %`, with a product's id before the
 * title. An ambiguous title is quoted as JSON. Browser-safe.
 */
import type { InvoiceLine } from "db/schema";
import { moneyText, percentText } from "~/core/values/money";

/** A line as written in a file; "" means not given. */
interface WrittenLine {
  /** The number of a product. */
  product: string;
  title: string;
  quantity: string;
  price: string;
  /** Discount in percent. */
  discount: string;
}

export const lineText = ({ product, title, quantity, price, discount }: WrittenLine) =>
  `${quantity} × ${product && `#${product} `}${isPlain(title) ? title : JSON.stringify(title)}${price && ` @ ${price}`}${discount && ` − ${discount} %`}`;

/** Whether no part of the title can be read as a product, a price, a discount, a quote or the end of the line. */
const isPlain = (title: string) => !/^["#]|@|%$|[^\S ]|^ | $/.test(title);

export const linesText = (lines: InvoiceLine[]) =>
  lines
    .map(({ id, title, quantity, price, discount }) =>
      lineText({
        product: id === null ? "" : String(id),
        title,
        quantity: String(quantity),
        price: moneyText(price),
        discount: discount === 0 ? "" : percentText(discount),
      }),
    )
    .join("\n");

const written = /^(.*?) × (?:#(\d+) )?("(?:[^"\\]|\\.)*"|.*?)(?: @ (\S+))?(?: − (\S+) %)?$/;

/** Reads lines back from text. */
export const readLinesText = (text: string): WrittenLine[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, quantity = "", product = "", title = line, price = "", discount = ""] = written.exec(line) ?? [];
      return { product, title: unquoted(title), quantity, price, discount };
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
