/** Orders in files with a row for each item, as shops write them. */
import { companyCurrency } from "db/company-settings";
import type { Order } from "db/schema";
import type { Combined, GivenRow, ImportField } from "~/core/import/importer.server";
import { mergeRows } from "~/core/import/records.server";
import type { FileFormat } from "~/core/import/file/guess";
import { knownCodes } from "./items/items-cell.server";
import { withPaymentMethod, withPaymentState } from "./import-payment";
import { itemText } from "./items/items-text";

/** The currency of a row's amounts, of which only one is taken. */
export const currencyPart: ImportField<object> = {
  label: "Currency",
  also: ["currency code"],
  hint: "Only the company's own.",
  part: true,
};

/** Import fields for one order item per row, and for the order's currency. */
export const orderParts: Record<string, ImportField<Order>> = {
  itemName: { label: "Item: name", also: ["item name", "lineitem name", "product name", "item"], part: true },
  itemCode: { label: "Item: code", also: ["item code", "item sku", "lineitem sku", "sku"], part: true },
  itemQuantity: {
    label: "Item: quantity",
    also: ["item quantity", "lineitem quantity", "quantity", "qty"],
    as: "number",
    part: true,
  },
  itemPrice: {
    label: "Item: price",
    also: ["item price", "lineitem price", "unit price", "item cost"],
    as: "money",
    part: true,
  },
  cancelled: {
    label: "Cancelled",
    also: ["cancelled at", "canceled at"],
    hint: "When it was cancelled: its status is Cancelled then.",
    part: true,
  },
  firstName: { label: "Customer: first name", also: ["first name (billing)", "billing first name"], part: true },
  lastName: { label: "Customer: last name", also: ["last name (billing)", "billing last name"], part: true },
  financial: {
    label: "Payment status",
    also: ["financial status"],
    hint: "What was refunded in full is returned, what was voided is cancelled.",
    part: true,
  },
  refunded: {
    label: "Refunded",
    also: ["refunded amount", "order refund amount", "refund amount"],
    hint: "An amount as high as the total makes it a return; a smaller one is named and not taken.",
    as: "money",
    part: true,
  },
  currency: currencyPart,
};

const itemParts = ["itemName", "itemCode", "itemQuantity", "itemPrice"];

/** The columns of the orders that Shopify exports. */
export const shopifyOrders: FileFormat = {
  name: "Shopify",
  heads: ["Lineitem name", "Lineitem quantity", "Lineitem price", "Financial Status"],
  columns: {
    Name: "externalNumber",
    Email: "email",
    "Financial Status": "financial",
    "Fulfillment Status": "status",
    "Fulfilled at": "delivered",
    "Cancelled at": "cancelled",
    Currency: "currency",
    Subtotal: "subtotal",
    Shipping: "shippingCharge",
    Taxes: "tax",
    Total: "total",
    "Discount Amount": "discount",
    "Created at": "placed",
    "Lineitem name": "itemName",
    "Lineitem sku": "itemCode",
    "Lineitem quantity": "itemQuantity",
    "Lineitem price": "itemPrice",
    "Billing Name": "customer",
    "Billing Company": "company",
    "Billing Phone": "phone",
    "Payment Method": "paymentMethod",
    "Payment Reference": "paymentId",
    "Refunded Amount": "refunded",
    ...addressColumns("Billing", "billing"),
    ...addressColumns("Shipping", "shipping"),
  },
  values: {
    status: {
      fulfilled: "Delivered",
      partial: "Shipping",
      unfulfilled: "New",
      pending: "Pending",
      restocked: "Return",
    },
  },
};

/** The columns of the orders that the common export plugin of WooCommerce writes. */
export const wooCommerceOrders: FileFormat = {
  name: "WooCommerce",
  heads: ["Order Number", "Order Status", "Item Name", "First Name (Billing)"],
  columns: {
    "Order Number": "externalNumber",
    "Order Status": "status",
    "Order Date": "placed",
    "First Name (Billing)": "firstName",
    "Last Name (Billing)": "lastName",
    "Company (Billing)": "company",
    "Address 1&2 (Billing)": "billing",
    "City (Billing)": "billing",
    "State Code (Billing)": "billing",
    "Postcode (Billing)": "billing",
    "Country Code (Billing)": "billing",
    "Email (Billing)": "email",
    "Phone (Billing)": "phone",
    "Address 1&2 (Shipping)": "shipping",
    "City (Shipping)": "shipping",
    "State Code (Shipping)": "shipping",
    "Postcode (Shipping)": "shipping",
    "Country Code (Shipping)": "shipping",
    "Payment Method Title": "paymentMethod",
    "Cart Discount Amount": "discount",
    "Order Subtotal Amount": "subtotal",
    "Order Shipping Amount": "shippingCharge",
    "Order Refund Amount": "refunded",
    "Order Total Amount": "total",
    "Order Total Tax Amount": "tax",
    SKU: "itemCode",
    "Item Name": "itemName",
    Quantity: "itemQuantity",
    "Quantity (- Refund)": "itemQuantity",
    "Item Cost": "itemPrice",
  },
  values: {
    status: {
      "pending payment": "New",
      pending: "New",
      processing: "Pending",
      "on hold": "Pending",
      "on-hold": "Pending",
      completed: "Delivered",
      refunded: "Return",
      failed: "Cancelled",
    },
  },
};

function addressColumns(prefix: string, field: string): Record<string, string> {
  const heads = ["Address1", "Address2", "City", "Zip", "Province", "Country"];
  return Object.fromEntries(heads.map((head) => [`${prefix} ${head}`, field]));
}

/** Combines rows that describe one item each into one order. */
export async function combineOrderRows(rows: GivenRow[]): Promise<Combined> {
  const { given, errors } = mergeRows(rows, itemParts, "order");
  const { currency = "", cancelled = "", firstName = "", lastName = "", ...order } = given;
  const fullName = `${firstName.trim()} ${lastName.trim()}`.trim();
  if (fullName !== "" && !order.customer?.trim()) order.customer = fullName;
  const items = await itemsOf(rows);
  const itemsError = rows.map(itemError).find(Boolean);
  Object.assign(errors, currencyErrors(currency), itemsError && { items: itemsError });
  if (/\d{4}/.test(cancelled)) Object.assign(order, { status: "Cancelled", delivered: "" });
  const state = withPaymentState(order);
  const paid = withPaymentMethod(state.given);
  const notes = [...state.notes, ...paid.notes];
  return { notes, given: { ...paid.given, ...(items !== "" && !order.items?.trim() && { items }) }, errors };
}

/** Refuses amounts in another currency than the company's. */
export function currencyErrors(currency = ""): Record<string, string> {
  const code = currency.trim();
  if (code === "" || code.toUpperCase() === companyCurrency()) return {};
  return {
    currency: `Amounts are in ${companyCurrency()} here, and this row is in ${code.slice(0, 20)}. Convert it first.`,
  };
}

/** Returns an error for a row with a price but no name of an item, or with a quantity that is no whole number. */
function itemError({ given }: GivenRow): string | undefined {
  const [name, code, quantity, price] = itemParts.map((field) => given[field]?.trim() ?? "");
  if (name === "" && code === "") return price === "" ? undefined : "Enter what was bought, or the code of a product";
  return /^\d*$/.test(quantity ?? "") ? undefined : "Enter how many, as a whole number";
}

/** The items of rows as the cell of an order that lists them. A code that no product has gives way to the name. */
async function itemsOf(rows: GivenRow[]): Promise<string> {
  const codes = await knownCodes(rows.map(({ given }) => given.itemCode?.trim() ?? ""));
  const items = rows.flatMap(({ given }) => {
    const code = given.itemCode?.trim() ?? "";
    const name = codes.has(code) ? code : given.itemName?.trim() || code;
    return name === ""
      ? []
      : itemText({ name, quantity: given.itemQuantity?.trim() || "1", price: given.itemPrice?.trim() });
  });
  return items.join("\n");
}
