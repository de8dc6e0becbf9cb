/** Builds the items of an order from a request. */
import { and, inArray, isNull } from "drizzle-orm";
import { db } from "db";
import { type OrderItem, products } from "db/schema";
import { invalidRequest } from "~/core/http/api.server";
import { lineTotal } from "~/core/values/line-total";
import { taxOfLine } from "~/features/taxes/tax-parts";

/** An item in a request; missing values are taken from its product. An undefined `taxRateId` means no tax. */
export type AskedItem = Pick<OrderItem, "quantity"> & Partial<OrderItem>;

/**
 * Returns the requested items with copies of their products. Items that the order already has keep their earlier
 * copy. Throws a 400 response that names what is missing.
 */
export async function itemsOf(asked: AskedItem[], had: OrderItem[] = []): Promise<OrderItem[]> {
  const products = await productCopies(asked);
  const earlier = earlierItems(asked, had);
  const errors: Record<string, string> = {};
  const items = asked.map((item, index): OrderItem => {
    const kept = earlier[index];
    const copy = kept ?? products.find(({ id }) => id === item.id);
    const { id = null, name = copy?.name, image = copy?.image ?? null, price = copy?.price, quantity } = item;
    if (id !== null && !copy) errors[`items.${index}.id`] = `There is no product ${id}`;
    else if (name === undefined) errors[`items.${index}.name`] = "Enter what was bought, or the id of a product";
    else if (price === undefined)
      errors[`items.${index}.price`] = "Enter the price of one piece, or the id of a product";
    return {
      id,
      name: name ?? "",
      image,
      price: price ?? 0,
      quantity,
      ...("taxRateId" in item ? taxOfLine(item) : kept && taxOfLine(kept)),
    };
  });
  return Object.keys(errors).length > 0 ? invalidRequest(errors) : items;
}

/**
 * Returns the item of the order that each requested one continues: of the same product, or else of the same name,
 * matched in order, the last one for all further ones.
 */
export function earlierItems(asked: readonly ItemName[], had: OrderItem[] = []): (OrderItem | undefined)[] {
  return asked.map((item, index) => {
    const same = ({ id, name }: ItemName) =>
      (id ?? null) === (item.id ?? null) && (item.id != null || name === item.name);
    const earlier = had.filter(same);
    return earlier[asked.slice(0, index).filter(same).length] ?? earlier.at(-1);
  });
}

type ItemName = Partial<Pick<OrderItem, "id" | "name">>;

/**
 * The products that are named and not in the trash, as an order copies them: at the price that their pages ask, their
 * discount taken off.
 */
async function productCopies(asked: AskedItem[]) {
  const ids = asked.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return [];
  const { id, title, featureImage, price, discount } = products;
  const found = await db
    .select({ id, name: title, image: featureImage, price, discount })
    .from(products)
    .where(and(inArray(id, ids), isNull(products.deletedAt)));
  return found.map(({ price, discount, ...product }) => ({
    ...product,
    price: lineTotal({ quantity: 1, price, discount }),
  }));
}
