/** Products as forms and bodies name them, and those that a form offers. */
import { and, inArray, isNull, or, sql } from "drizzle-orm";
import { db } from "db";
import { type Product, products } from "db/schema";
import type { Finder } from "~/core/form/choices.server";
import type { Suggestions } from "~/core/form/form-state";
import { lineTotal } from "~/core/values/line-total";
import { formatMoney, moneyText, percentText } from "~/core/values/money";
import { moreMatchesHint, idsLike, sortByIds, withoutNumber } from "~/core/list/suggest.server";
import { referenceText, referredId } from "~/core/form/record-reference";

const ofProduct = {
  id: products.id,
  title: products.title,
  code: products.code,
  price: products.price,
  discount: products.discount,
  taxRateId: products.taxRateId,
};

/** The price of a product less its discount, in cents. */
export const priceOf = ({ price, discount }: Pick<Product, "price" | "discount">) =>
  lineTotal({ quantity: 1, price, discount }) ?? price;

/**
 * Suggests products, including drafts, by words in title or code, each with the values that it fills in. With
 * `isDiscounted`, the price is less the discount.
 */
export async function suggestProducts(typed: string, { isDiscounted = false } = {}): Promise<Suggestions> {
  const { ids, more } = await idsLike(
    { kind: "products", table: products, name: products.title, also: products.code },
    withoutNumber(typed),
  );
  const found = await db
    .select({ ...ofProduct, status: products.status })
    .from(products)
    .where(inArray(products.id, ids));
  const offers = sortByIds(found, ids).map(({ id, title, code, price, discount, taxRateId, status }) => ({
    text: referenceText(title, id),
    note: [code, formatMoney(price), ...(status === "Published" ? [] : [status])].join(", "),
    fills: { title },
    sets: {
      ...(isDiscounted
        ? { price: moneyText(priceOf({ price, discount })) }
        : { price: moneyText(price), discount: percentText(discount) }),
      taxRate: String(taxRateId ?? ""),
    },
  }));
  return {
    offers,
    said: more ? moreMatchesHint : offers.length > 0 ? "" : "No product has this in its title or code.",
  };
}

/**
 * Returns the products named by the texts, by id or code, in order; undefined for an unknown one. Those in `kept` may
 * be in the trash.
 */
export async function loadProductNames(texts: string[], kept: ReadonlySet<number>) {
  const ids = texts.flatMap((text) => referredId(text) ?? []);
  const codes = texts.map((text) => sql`lower(${text})`); // by the database on both sides: it knows only the letters of ASCII
  const found = await db
    .select({ ...ofProduct, deletedAt: products.deletedAt })
    .from(products)
    .where(
      or(inArray(products.id, ids), and(inArray(sql`lower(${products.code})`, codes), isNull(products.deletedAt))),
    );
  const there = found.filter(({ id, deletedAt }) => !deletedAt || kept.has(id));
  return texts.map((text) =>
    there.find(
      ({ id, code, deletedAt }) => id === referredId(text) || (!deletedAt && code.toLowerCase() === text.toLowerCase()),
    ),
  );
}

export const productFinder: Finder = {
  meant: async (text) => {
    const [product] = await loadProductNames([text], new Set());
    return product && referenceText(product.title, product.id);
  },
  suggest: suggestProducts,
  which: (text) => `Choose which product you mean by “${text}”.`,
};
