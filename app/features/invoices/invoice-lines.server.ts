/** Converts requested lines into invoice lines. */
import type { z } from "zod";
import type { InvoiceLine, LineTax, Product } from "db/schema";
import type { LineRules } from "./rules.server";
import { lineSum } from "~/features/taxes/document-sums";

type RequestedLines = z.output<typeof LineRules>;
/** A product of a line; if it is deleted, only its id is known. */
type Sold = Pick<Product, "id"> & Partial<Pick<Product, "title" | "price" | "discount" | "taxRateId">>;
type Wrong = { field: "title" | "price"; message: string };

/**
 * Returns the invoice line for a request. The product supplies a missing title, and a missing price together with its
 * discount.
 */
export function lineOf(
  { title, quantity, unit, price, discount }: RequestedLines,
  product: Sold | undefined,
  tax?: LineTax,
): InvoiceLine | Wrong {
  const words = title || product?.title;
  const cents = price ?? product?.price;
  const off = discount ?? (price === null ? product?.discount : undefined) ?? 0;
  if (!words) return { field: "title", message: "Say what this line is for, or choose a product" };
  if (cents === undefined) return { field: "price", message: "Enter a price, or choose a product that has one" };
  if (cents < 0 && product)
    return { field: "price", message: "Enter a price of 0 or more: only a line without a product can be a credit" };
  const line = {
    id: product?.id ?? null,
    title: words,
    quantity,
    ...(unit && { unit }),
    price: cents,
    discount: off,
    ...tax,
  };
  const total = lineSum(line);
  return total === undefined
    ? { field: "price", message: "Enter less: this line comes to more than Portico can add up" }
    : { ...line, total };
}

export const isWrong = (line: InvoiceLine | Wrong): line is Wrong => "field" in line;
