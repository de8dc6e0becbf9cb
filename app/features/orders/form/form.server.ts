/** Reads the order form and resolves its customer, products and tax rates. */
import { z } from "zod";
import { linesOfOrder } from "db/billing";
import type { LineTax, Order, OrderItem } from "db/schema";
import { withChoices } from "~/core/form/choices.server";
import { parseForm } from "~/core/form/form.server";
import { picked } from "~/core/form/form-state";
import { referenceText, referredId } from "~/core/form/record-reference";
import { withoutNumber } from "~/core/list/suggest.server";
import { recordId } from "~/core/values/ids";
import { pick } from "~/core/values/pick";
import { formRates } from "~/features/company/form-rates.server";
import { resolveTaxes, type TaxedDocument } from "~/features/company/line-tax.server";
import { readCompany } from "~/features/company/company.server";
import { personFinder, resolvePerson, unknownPersonError } from "~/features/customers/people-choices.server";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { loadProductNames, priceOf, productFinder } from "~/features/products/products-named.server";
import { discountWithoutTax, withoutTax } from "~/features/taxes/document-sums";
import { hasRates, noRate, taxOfLine } from "~/features/taxes/tax-parts";
import { itemsOf } from "../items/items.server";
import { ItemRules, mostItems, OrderRules, tooManyItems } from "../rules.server";

const typed = () => z.string().trim().default("");
const TypedItem = z.object({ product: typed(), title: typed(), quantity: typed(), price: typed(), taxRate: typed() });
type TypedItem = z.output<typeof TypedItem>;

/** The order being edited or copied. */
interface Earlier {
  before?: Order;
  isCopy?: boolean;
}

/** An order as a document with tax rates. */
export const taxedOrder = (order: Order | undefined) =>
  order && { lines: order.items, shippingTax: order.shippingTax, includesTax: order.includesTax };

/** Reads a posted order as columns. */
export async function readOrderForm(sent: FormData, earlier: Earlier = {}) {
  const isGuest = picked(sent).get("isGuest") === "on";
  const form = await withChoices(await parseForm(sent, formRules({ ...earlier, isGuest })), finderOf);
  const rates = await formRates(taxedOrder(earlier.before), earlier);
  const customerTax = isGuest ? "taxable" : await treatmentOf(String(form.fields.customer ?? ""), earlier);
  const fields = { ...form.fields, customerTax };
  const sums = sumsOfForm(fields, rates);
  if (!form.ok) return { ...form, fields, sums };
  const { customer, isGuest: _, customerTax: __, lines, shippingTaxRate, ...read } = form.values;
  const values = {
    ...withoutEarlierContact(read, customer, earlier),
    ...customer,
    ...lines,
    shippingTax: shippingTaxRate ?? null,
  };
  const tax = rates.options.find(({ category }) => category === customerTax);
  return { ...form, fields, sums, values: withOneTax(taxedByCustomer(values, tax)) };
}

/**
 * Returns how the customer of an order is taxed. An order that keeps its customer keeps its taxes: they follow from the
 * customer only if they did so before.
 */
export async function treatmentOf(customer: string, { before, isCopy }: Earlier = {}): Promise<string> {
  const person = await resolvePerson(customer);
  const isKept = before && !isCopy && person?.id === before.customerId;
  return person && !(isKept && !isTaxedAs(before, person.taxTreatment)) ? person.taxTreatment : "taxable";
}

const isTaxedAs = ({ items, shippingTax }: Order, treatment: string) =>
  [...items, ...(shippingTax ? [shippingTax] : [])].every(({ category }) => category === treatment);

/**
 * Gives every line the one tax rate that follows from the customer, if one does, and takes the tax that prices include
 * off them.
 */
function taxedByCustomer<
  Values extends Pick<Order, "items" | "discountAmount" | "shippingTax" | "shippingChargeAmount" | "includesTax">,
>(values: Values, tax: LineTax | undefined): Values {
  if (!tax) return values;
  const net = (cents: number, rate: LineTax | null | undefined) =>
    values.includesTax && rate?.taxRateId !== tax.taxRateId ? withoutTax(cents, rate) : cents;
  return {
    ...values,
    items: values.items.map((item) => ({ ...item, price: net(item.price, taxOfLine(item)), ...tax })),
    discountAmount: values.includesTax
      ? discountWithoutTax(linesOfOrder({ ...values, discountAmount: 0 }), values.discountAmount)
      : values.discountAmount,
    shippingChargeAmount: net(values.shippingChargeAmount, values.shippingTax),
    shippingTax: tax,
    includesTax: false,
  };
}

/** Leaves out the entered amount of tax if items have rates, or else what only matters with rates. */
const withOneTax = <Values extends Pick<Order, "items" | "taxAmount">>({ taxAmount, ...values }: Values) =>
  hasRates(values.items) ? values : { ...values, taxAmount, shippingTax: null, includesTax: false };

const contact = ["customerEmail", "customerPhone", "customerCompany"] as const;

/**
 * Leaves the contact data of another customer to the directory: what is empty, and what is still the earlier
 * customer's. Guests have none of it.
 */
function withoutEarlierContact<Values extends Partial<Record<(typeof contact)[number], string>>>(
  values: Values,
  { customerId, customerName }: Pick<Order, "customerId" | "customerName">,
  { before, isCopy = false }: Earlier,
): Values {
  const isOther = customerId !== before?.customerId && (customerId !== null || customerName !== before?.customerName);
  if (!isOther && !isCopy) return values;
  const left = contact.filter((column) => values[column] === "" || (isOther && values[column] === before?.[column]));
  const rest = Object.entries(values).filter(([name]) => !left.some((column) => column === name));
  const none = customerId === null ? left.map((column) => [column, ""]) : [];
  return Object.fromEntries([...rest, ...none]) as Values;
}

const finderOf = (field: string) =>
  field === "customer" ? personFinder : /^lines\.\d+\.product$/.test(field) ? productFinder : undefined;

/** The part of the form that stays open once items and charges are fixed. */
export const ContactForm = z.object(
  pick(OrderRules.shape, "customerEmail", "customerPhone", "customerCompany", "shipping", "billing", "paymentMethod"),
);

const { discountAmount, shippingChargeAmount, taxAmount } = OrderRules.shape;
const orZero = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess((text) => (typeof text === "string" && text.trim() === "" ? "0" : text), rule);

const formRules = ({ isGuest, ...earlier }: Earlier & { isGuest: boolean }) =>
  z.object({
    ...ContactForm.shape,
    discountAmount: orZero(discountAmount),
    shippingChargeAmount: orZero(shippingChargeAmount),
    taxAmount: orZero(taxAmount),
    customer: z
      .string({ error: "Choose a customer" })
      .trim()
      .transform((text, context) => customerOf(text, { isGuest, ...earlier }, context)),
    isGuest: z.string().optional(),
    customerTax: z.string().optional(),
    lines: z
      .array(TypedItem)
      .max(mostItems, tooManyItems)
      .transform((rows, context) => itemsIn(rows, earlier, context)),
    shippingTaxRate: typed().transform((text, context) => rateOf(text, earlier, context)),
  });

/** Resolves the entered customer: somebody in the directory, or the name of a guest. */
async function customerOf(
  text: string,
  { before, isCopy, isGuest }: Earlier & { isGuest: boolean },
  context: z.RefinementCtx,
) {
  const isSame =
    before &&
    isGuest === (before.customerId === null) &&
    text === referenceText(before.customerName, before.customerId);
  if (isSame && !isCopy) return pick(before, "customerId", "customerName");
  const person = text && !isGuest ? await resolvePerson(text) : undefined;
  if (person) return { customerId: person.id, customerName: person.name };
  const name = referredId(text) === undefined ? text : withoutNumber(text) || text;
  if (text && isGuest && name.length <= 100) return { customerId: null, customerName: name };
  const message = !text
    ? "Choose a customer"
    : isGuest
      ? "Keep this to 100 characters"
      : `${unknownPersonError(text)} Or tick that they are not in the directory.`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** Returns what a field for a tax rate names. */
const namedRate = (text: string) => (text === "" ? undefined : text === noRate ? null : (recordId(text) ?? 0));

const unknownRate = "Choose one of the tax rates";
const rateContext = ({ before, isCopy }: Earlier): { before?: TaxedDocument; isCopy?: boolean } => ({
  before: taxedOrder(before),
  isCopy,
});

async function rateOf(text: string, earlier: Earlier, context: z.RefinementCtx): Promise<LineTax | undefined> {
  const [tax] = await resolveTaxes([{ named: namedRate(text) }], rateContext(earlier));
  if (tax === false) context.addIssue({ code: "custom", message: unknownRate });
  return tax || undefined;
}

const isBlank = ({ product, title, price }: TypedItem) => !product && !title && !price;

/** Returns the items of the rows that are not empty, and whether their prices include tax; reports errors on fields. */
async function itemsIn(
  rows: TypedItem[],
  earlier: Earlier,
  context: z.RefinementCtx,
): Promise<{ items: OrderItem[]; includesTax: boolean }> {
  const { before } = earlier;
  const kept = new Set(before?.items.flatMap(({ id }) => id ?? []));
  const sold = await loadProductNames(
    rows.map(({ product }) => product),
    kept,
  );
  const named = rows.map(({ taxRate }, index) => ({ named: namedRate(taxRate), product: sold[index] }));
  const taxes = await resolveTaxes(named, rateContext(earlier));
  const wrong = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  const asked = rows.flatMap((row, index) => {
    if (isBlank(row)) return [];
    const [product, tax] = [sold[index], taxes[index]];
    const id = product?.id ?? (kept.has(referredId(row.product) ?? 0) ? referredId(row.product)! : null);
    if (row.product && id === null)
      wrong(
        [index, "product"],
        `There is no product “${row.product.slice(0, 100)}”. Type a part of its title, or its code, or leave this empty.`,
      );
    if (tax === false) wrong([index, "taxRate"], unknownRate);
    const read = ItemRules.safeParse({
      id: null,
      name: row.title || product?.title || "",
      price: row.price || (product ? priceOf(product) / 100 : ""),
      quantity: row.quantity,
    });
    for (const {
      path: [field],
      message,
    } of read.error?.issues ?? [])
      wrong(
        [index, field === "name" ? "title" : String(field)],
        field === "name" ? "Say what this is, or choose a product" : message,
      );
    return read.success && tax !== false ? [{ ...read.data, id, taxRateId: undefined, ...tax }] : [];
  });
  if (rows.every(isBlank)) wrong([], "Add at least one line");
  const company = await readCompany();
  const includesTax = earlier.isCopy || !before ? company.priceTax === "included" : before.includesTax;
  return { items: asked.length > 0 ? await itemsOf(asked, before?.items) : [], includesTax };
}
