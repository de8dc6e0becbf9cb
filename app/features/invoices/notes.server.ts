import { eq, inArray } from "drizzle-orm";
import { db } from "db";
import { type Invoice, products, users } from "db/schema";
import { referenceText } from "~/core/form/record-reference";

/** Returns notes on the customer and products that can no longer be chosen, by their reference texts in the form. */
export async function notesOn({ customerId, customerName, lines }: Invoice): Promise<Record<string, string>> {
  const ids = lines.flatMap(({ id }) => id ?? []);
  const named =
    customerId === null
      ? []
      : await db.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, customerId));
  const sold =
    ids.length === 0
      ? []
      : await db
          .select({ id: products.id, deletedAt: products.deletedAt, status: products.status })
          .from(products)
          .where(inArray(products.id, ids));
  const ofLines = lines.flatMap(({ id, title }) => {
    const product = sold.find((one) => one.id === id);
    const note =
      id === null
        ? ""
        : !product
          ? "No longer there"
          : product.deletedAt
            ? "In the trash"
            : product.status === "Draft"
              ? "Draft"
              : "";
    return note ? [[referenceText(title, id), note]] : [];
  });
  const ofCustomer =
    customerId === null
      ? "Not in the directory"
      : !named[0]
        ? "No longer in the directory"
        : named[0].deletedAt
          ? "In the trash"
          : "";
  return Object.fromEntries([
    ...ofLines,
    ...(ofCustomer ? [[referenceText(customerName, customerId), ofCustomer]] : []),
  ]) as Record<string, string>;
}
