/** `/api/invoices`. */
import { companyCurrency } from "db/company-settings";
import { count, isNotNull, isNull, lte } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "db";
import { balanceOf } from "db/invoice-state";
import { type Invoice, type InvoiceLine, invoices, users } from "db/schema";
import { invalidRequest } from "~/core/http/api.server";
import { pictureOf } from "~/core/values/avatar";
import { apiFieldsOf } from "~/core/fields/api.server";
import { answeredCurrency, ownCurrency } from "~/core/form/currency-rule.server";
import { maxRows } from "~/core/form/rows";
import { orNone, recordRef } from "~/core/form/rules";
import { loadProductNames } from "~/features/products/products-named.server";
import { type Actor, actToCreate } from "~/core/resource/act.server";
import { apiOf } from "~/core/api/api-resource.server";
import type { Once } from "~/core/api/idempotency.server";
import { invoicesOn } from "./as-of.server";
import { defaultDates } from "./invoice-dates.server";
import { invoiceFields } from "./fields";
import { InvoiceRules, LineRules } from "./rules.server";
import { invoiceResource } from "./invoices.server";
import { isWrong, lineOf } from "./invoice-lines.server";
import { type RateContext, resolveTaxes } from "~/features/company/line-tax.server";
import { hasRates } from "~/features/taxes/tax-parts";

const { shape, show, body, columns } = apiFieldsOf(invoiceFields, {
  rules: InvoiceRules.partial().shape,
  about: {
    status: "A pending invoice is overdue when its due date has passed.",
    totalAmount: "The lines, the shipping charge and the tax together.",
    cardNo: "Only the last four digits are kept.",
    tax: "An amount, not a percentage. If a line has a tax rate, it is computed from the rates.",
    note: "The customer reads it on the invoice. It can be changed even if the invoice is locked.",
    internalNote: "Only staff read it; it is empty for clients.",
    serviceFrom: "The first day of the service that the invoice is for.",
    serviceTo: "Its last day, which is not before the first.",
    externalNumber: "Its number in the program that it came from, or empty. No two invoices have the same.",
  },
});

export const InvoiceAnswer = z.object({
  id: z.string().describe("Such as INV-0012."),
  ...shape,
  state: z
    .enum(["issued", "locked", "void"])
    .describe("A locked invoice keeps its content: credit it instead of changing it. A void one counts nowhere."),
  balance: z.number().describe("What is still to be paid: the total less payments and credit notes."),
  payment: shape.payment.extend({ cardCVC: z.literal("***").describe("Never kept.") }),
  customer: shape.customer.extend({ image: z.string() }).describe("As they were when the invoice was made."),
  products: z.array(
    z.object({
      id: z.int().positive().nullable().describe("The product, if the line is about one."),
      title: z.string(),
      quantity: z.number().positive().describe("With up to three decimals."),
      unit: z.string().describe("Such as hours, or empty."),
      price: z.number().describe("Of one piece. Below 0 it is a credit."),
      discount: z.number().min(0).max(100).describe("In percent."),
      total: z.number(),
      taxRateId: z.int().positive().nullable(),
    }),
  ),
  taxes: z
    .array(
      z.object({
        taxRateId: z.int().positive(),
        name: z.string(),
        rate: z.number().describe("20 is 20 %."),
        category: z.string(),
        reason: z.string().describe("Why nothing is charged, or empty."),
        net: z.number(),
        tax: z.number(),
      }),
    )
    .describe("The tax by rate, as the rates were when the invoice was issued. Empty if the tax is an entered amount."),
  shippingTaxRateId: z.int().positive().nullable(),
  includesTax: z.boolean().describe("Whether prices and shipping charge include the tax."),
  currency: answeredCurrency(),
});

const { title, quantity, unit, price, discount } = LineRules.shape;
const rateRef = () =>
  orNone(recordRef("Name a tax rate by its id, or none"))
    .optional()
    .describe("Without one, the product's, or the company's default unless the tax is given as an amount.");
export const LineBody = z.object({
  id: orNone(recordRef("Name a product by its id, or none")).optional(),
  title: title.optional(),
  quantity,
  unit,
  price: price.optional(),
  discount: discount.optional(),
  taxRateId: rateRef(),
});

const requestFields = body.shape;
export const InvoiceBody = body.extend({
  issueDate: requestFields.issueDate.describe("Today, unless it is named."),
  dueDate: requestFields.dueDate.describe("The company's payment term after the issue date, unless it is named."),
  customer: z
    .object({ id: orNone(recordRef("Name a user by their id")).optional() })
    .optional()
    .describe(
      "A new invoice that names nobody is for a user at random. A change to none lets go of the user and keeps the name.",
    ),
  billingAddress: requestFields.billingAddress.optional(),
  servicePeriod: requestFields.servicePeriod.optional(),
  payment: requestFields.payment
    .extend({ cardCVC: z.unknown().optional().describe("Taken and forgotten.") })
    .optional(),
  products: z
    .array(LineBody)
    .min(1, "Name at least one line")
    .max(maxRows, `Name at most ${maxRows} lines`)
    .describe("A product stands in for a title or a price that is not named."),
  shippingTaxRateId: rateRef(),
  currency: ownCurrency(),
});
type Body = z.output<typeof InvoiceBody>;

/** Returns the invoice columns for the fields in a request body, and no others. */
export async function writtenColumns({ products, ...said }: Partial<Body>, before?: Invoice) {
  const { shippingTaxRateId: named } = said;
  const context = { before, hasAmount: said.tax !== undefined && said.tax > 0 };
  const lines = products && (await linesOf(products, context));
  const isRated = hasRates(lines ?? before?.lines ?? []);
  const namesShipping = named !== undefined || (isRated && !before?.taxes.length);
  const [shippingTax] = namesShipping ? await resolveTaxes([{ named }], context) : [];
  if (shippingTax === false) return invalidRequest({ shippingTaxRateId: unknownRate });
  return { ...columns(said), ...(lines && { lines }), ...(namesShipping && { shippingTax: shippingTax ?? null }) };
}

const unknownRate = "There is no such tax rate, or it is archived";

/** Returns the invoice lines for the requested products; throws a 400 response that names the invalid ones. */
async function linesOf(
  asked: Body["products"],
  context: Omit<RateContext, "before"> & { before?: Invoice },
): Promise<InvoiceLine[]> {
  const { before } = context;
  const kept = new Set(before?.lines.flatMap(({ id }) => id ?? []));
  const sold = await loadProductNames(
    asked.map(({ id }) => (id ? `#${id}` : "")),
    kept,
  );
  const taxes = await resolveTaxes(
    asked.map(({ taxRateId }, index) => ({ named: taxRateId, product: sold[index] })),
    context,
  );
  const errors: Record<string, string> = {};
  const lines = asked.flatMap(({ id, title = "", quantity, unit, price = null, discount = null }, index) => {
    const product = sold[index] ?? (id && kept.has(id) ? { id } : undefined);
    if (id && !product) {
      errors[`products.${index}.id`] = `There is no product ${id}`;
      return [];
    }
    const tax = taxes[index];
    if (tax === false) {
      errors[`products.${index}.taxRateId`] = unknownRate;
      return [];
    }
    const line = lineOf({ title, quantity, unit, price, discount }, product, tax);
    if (!isWrong(line)) return [line];
    errors[`products.${index}.${line.field}`] = line.message;
    return [];
  });
  return Object.keys(errors).length > 0 ? invalidRequest(errors) : lines;
}

/** Returns the id of a random user, or undefined if the directory is empty. */
async function anyCustomer(tx: Transaction): Promise<number | undefined> {
  const [people] = await tx.select({ count: count() }).from(users).where(isNull(users.deletedAt));
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(isNull(users.deletedAt))
    .limit(1)
    .offset(Math.floor(Math.random() * (people?.count ?? 0)));
  return person?.id;
}

/**
 * Creates an invoice. Without a customer in the values, one is picked inside the transaction, so that it still
 * exists.
 */
const create = (by: Actor, values: Parameters<typeof invoiceResource.create>[1], once?: Once<Invoice>) =>
  actToCreate<Invoice>(
    by,
    async (tx, act) =>
      invoiceResource.within.create(tx, act, { ...values, customerId: values.customerId ?? (await anyCustomer(tx)) }),
    once,
  );

const stateOf = ({ deletedAt, lockedHash }: Invoice): z.output<typeof InvoiceAnswer>["state"] =>
  deletedAt ? "void" : lockedHash ? "locked" : "issued";

/** Returns an invoice as `/api` answers it. */
export function showInvoice(invoice: Invoice) {
  const answer = show(invoice);
  const { customerId, customerName: name, customerImage: image } = invoice;
  return {
    id: invoice.id,
    ...answer,
    state: stateOf(invoice),
    balance: balanceOf(invoice) / 100,
    payment: { ...answer.payment, cardCVC: "***" as const },
    customer: { ...answer.customer, image: pictureOf({ id: customerId ?? 0, name, image }) },
    products: invoice.lines.map(({ id, title, quantity, unit = "", price, discount, total, taxRateId = null }) => ({
      id,
      title,
      quantity,
      unit,
      price: price / 100,
      discount: discount / 100,
      total: total / 100,
      taxRateId,
    })),
    taxes: invoice.taxes.map(({ rate, net, tax, ...sum }) => ({
      ...sum,
      rate: rate / 100,
      net: net / 100,
      tax: tax / 100,
    })),
    shippingTaxRateId: invoice.shippingTax?.taxRateId ?? null,
    includesTax: invoice.includesTax,
    currency: companyCurrency(),
  };
}

/** The example of the documentation, one of the samples. */
export const invoiceExample = {
  id: "INV-0012",
  issueDate: "2026-11-01",
  dueDate: "2026-11-15",
  status: "complete",
  totalAmount: 208.1,
  billingAddress: {
    email: "rosa.winter@example.com",
    phone: "+43 1 5550 0174",
    address: "12 Lindengasse\n1070 Vienna\nAustria",
  },
  payment: { paymentMethod: "Visa Card", cardHolder: "Rosa Winter", cardNo: "**** **** **** 1956", cardCVC: "***" },
  customer: {
    id: 6,
    name: "Rosa Winter",
    company: "Winter & Söhne",
    taxNumber: "ATU00000024",
    image: "/samples/users/6.svg",
  },
  products: [
    { id: 8, title: "Court Sneakers", quantity: 1, unit: "", price: 112, discount: 0, total: 112, taxRateId: null },
    { id: 7, title: "Linen Overshirt", quantity: 1, unit: "", price: 79, discount: 0, total: 79, taxRateId: null },
    { id: null, title: "Discount", quantity: 1, unit: "", price: -5, discount: 0, total: -5, taxRateId: null },
  ],
  taxes: [],
  shippingTaxRateId: null,
  includesTax: false,
  currency: "USD",
  shippingCharge: 10,
  tax: 12.1,
  paid: 208.1,
  credited: 0,
  state: "issued",
  balance: 0,
  externalNumber: "",
  poNumber: "",
  servicePeriod: { from: null, to: null },
  note: "",
  internalNote: "",
} satisfies z.output<typeof InvoiceAnswer>;

export const invoiceApi = apiOf({
  of: { ...invoiceResource, create },
  listing: invoiceResource.listing,
  shape: InvoiceAnswer,
  show: showInvoice,
  asOf: {
    about:
      "Gives the invoices issued by the end of this day with status, paid, credited and balance as they were then. Filters go by how they are now; those that were open then are found by “open”.",
    scope: (day) => lte(invoices.issueDate, day),
    rowsOn: invoicesOn,
  },
  states: {
    about: "Only the invoices in this state. Void ones are in no other list.",
    by: { issued: isNull(invoices.lockedHash), locked: isNotNull(invoices.lockedHash), void: "deleted" },
  },
  create: {
    body: InvoiceBody,
    values: async (body) => {
      const { issueDate, ...said } = await writtenColumns(body);
      const days = await defaultDates(issueDate);
      return { status: "pending" as const, ...days, ...said };
    },
    example: {
      customer: { id: 3 },
      payment: { paymentMethod: "Visa Card", cardHolder: "Rosa Winter", cardNo: "4242 4242 4242 4242", cardCVC: "123" },
      products: [
        { id: 1, quantity: 2 },
        { title: "Gift wrapping", quantity: 1, price: 4.5 },
      ],
      shippingCharge: 10,
      tax: 12.5,
      externalNumber: "2026-0042",
    },
  },
  change: { method: "PUT", body: InvoiceBody, values: writtenColumns, example: { dueDate: "2026-11-30" } },
  example: invoiceExample,
});
