/** Reads the items in a cell of a file. */
import { and, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { db } from "db";
import { folded } from "db/compare";
import { fold } from "db/fold";
import { type OrderItem, products } from "db/schema";
import { recordId } from "~/core/values/ids";
import { example, readItemsText, type WrittenItem } from "./items-text";

/** An item as a body of the API names it. */
interface ItemBody {
  id?: number | null;
  name?: string;
  image?: string;
  price?: string | number;
  quantity: string;
}

/**
 * Returns the items in a cell, or an error as a sentence. An item is resolved to one that the order already has, or
 * to a product by code, title or (unquoted) `#` and id; otherwise it is free text with the price after `@`.
 */
export async function readItems(cell: string, had: OrderItem[] = []): Promise<ItemBody[] | string> {
  const asked = readItemsText(
    cell,
    had.map(({ name }) => name),
  );
  if ("wrong" in asked) return `“${asked.wrong}” is no item. Write items as in: ${example}`;
  const left = [...had];
  const copies = asked.map(({ name }) => takeFrom(left, name));
  const sold = await findProductsByName(asked.filter((_, index) => !copies[index]).map(({ name }) => name));
  const items: ItemBody[] = [];
  for (const [place, item] of asked.entries()) {
    const found = copyOf(item, copies[place]) ?? productFor(item, sold);
    if (typeof found === "string") return found;
    items.push(found);
  }
  return items;
}

/** Returns the numbers of the products that have these codes, by the codes as they are written here. */
export async function knownCodes(codes: string[]): Promise<Map<string, string>> {
  const written = new Map(codes.filter(Boolean).map((code) => [code.toLowerCase(), code]));
  const sold = await findProductsByName([...written.values()]);
  return new Map(
    sold.flatMap(({ id, code }) => {
      const asWritten = written.get(code.toLowerCase());
      return asWritten === undefined ? [] : [[asWritten, String(id)] as const];
    }),
  );
}

/** Takes out the first that is called so: an order may have two of one name. */
function takeFrom(items: OrderItem[], name: string): OrderItem | undefined {
  const place = items.findIndex((item) => item.name === name);
  return place < 0 ? undefined : items.splice(place, 1)[0];
}

function copyOf({ quantity, price }: WrittenItem, copy?: OrderItem): ItemBody | undefined {
  return (
    copy && { id: copy.id, name: copy.name, image: copy.image ?? undefined, price: price ?? copy.price / 100, quantity }
  );
}

type Sold = { id: number; code: string; title: string };

function productFor({ name, quantity, price, isExact }: WrittenItem, sold: Sold[]): ItemBody | string {
  const called = sold.filter(
    ({ id, code, title }) =>
      (!isExact && `#${id}` === name) || code.toLowerCase() === name.toLowerCase() || fold(title) === fold(name),
  );
  if (called.length > 1)
    return `${called.length} products are called “${name}”. Write the code of the one that is meant.`;
  if (called[0]) return { id: called[0].id, price, quantity };
  if (price !== undefined && (isExact || !/^#\d+$/.test(name))) return { name, price, quantity };
  return `There is no product “${name}”. Write its code, or a price after it, as in: ${example}`;
}

async function findProductsByName(names: string[]): Promise<Sold[]> {
  const { id, code, title } = products;
  const those = async (where: SQL) =>
    db
      .select({ id, code, title })
      .from(products)
      .where(and(isNull(products.deletedAt), where));
  if (names.length === 0) return [];
  const numbers = names.flatMap((name) => (name.startsWith("#") ? recordId(name.slice(1)) || [] : []));
  const found = [
    ...(await those(
      inArray(
        sql`lower(${code})`,
        names.map((name) => name.toLowerCase()),
      ),
    )),
    ...(await those(inArray(folded(title), names.map(fold)))),
    ...(numbers.length > 0 ? await those(inArray(id, numbers)) : []),
  ];
  return [...new Map(found.map((product) => [product.id, product])).values()];
}
