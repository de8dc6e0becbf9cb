/** `/api/orders`, where orders come in, too. */
import { z } from "zod";
import { orderStatuses, paymentMethods } from "db/lookups";
import type { Order } from "db/schema";
import { picture } from "~/core/files/picture-rule.server";
import { pictureOf } from "~/core/values/avatar";
import { apiFieldsOf } from "~/core/fields/api.server";
import { orNone, recordRef } from "~/core/form/rules";
import { apiOf, type ApiList, choices } from "~/core/api/api-resource.server";
import { refuseOtherTax, taxedColumns } from "./items/named-rates.server";
import { orderQuestion, otherTotal } from "./invoice-question.server";
import { orderFields } from "./fields";
import { ItemRules, mostItems, OrderRules, tooManyItems } from "./rules.server";
import { orderResource, orderTiles, placeOrder } from "./orders.server";

const { shape, show, body, columns } = apiFieldsOf(orderFields, {
  rules: OrderRules.partial().shape,
  about: {
    invoiceId:
      "The invoice that was made from the order, if there was one: the same customer's, and not in the trash when it is named.",
    createdAt: "When it was placed.",
    externalNumber: "Its number in the shop that it came from, or empty. No two orders have the same.",
    status: "As it was given; compared without regard to case.",
    cardNumber: 'Only the last four digits are kept. Reads "****" where no card was used.',
    subTotalAmount: "The items together.",
    taxAmount: "If an item has a tax rate, it is computed from the rates, and another amount is refused.",
    totalAmount: "Subtotal − discount + tax + shipping. Where prices include tax, it is not added again.",
  },
});

const OrderAnswer = z.object({
  id: z.int().positive(),
  ...shape,
  customer: shape.customer
    .extend({ image: z.string() })
    .describe("As they were when they ordered. Nobody has to be a user to order."),
  items: z
    .array(
      z.object({
        id: z.int().positive().nullable(),
        name: z.string(),
        image: z.string().nullable(),
        price: z.number(),
        quantity: z.int().positive(),
        taxRateId: z.int().positive().nullable(),
      }),
    )
    .describe("Products as they were when they were ordered."),
  shippingTaxRateId: z.int().positive().nullable(),
  includesTax: z.boolean().describe("Whether prices and shipping charge include the tax of the rates."),
});

/** API value of `cardNumber` for an order paid without a card. */
const noCard = "****";

const { id, name, price, quantity } = ItemRules.shape;
const requestFields = body.shape;
const rateRef = () => orNone(recordRef("Name a tax rate by its id, or none")).optional();

export const OrderBody = body.extend({
  customer: requestFields.customer
    .extend({ image: picture().optional() })
    .describe("The id of a user, from whom the rest is copied where it is not said; or a name."),
  items: z
    .array(
      z.object({
        id: id.optional(),
        name: name.optional(),
        image: picture().optional(),
        price: price.optional(),
        quantity,
        taxRateId: rateRef().describe("Without one, an item keeps the rate that it has, and a new one has none."),
      }),
    )
    .min(1, "Name at least one item")
    .max(mostItems, tooManyItems)
    .describe("A product stands in for a name, a picture or a price that is not said."),
  taxRateId: rateRef().describe("The tax rate of all items, and of the shipping, that name none themselves."),
  shippingTaxRateId: rateRef().describe("Without one, a new order whose items have rates has the company's default."),
  status: OrderRules.shape.status.default("New"),
  payment: requestFields.payment.optional(),
  createAt: requestFields.createAt.describe("Now, unless it is named."),
});

export const NewOrder = OrderBody.refine(({ customer: { id, name } }) => id != null || name !== undefined, {
  path: ["customer", "name"],
  error: "Enter the customer's name, or the id of a user",
});

/** Returns the order columns for the fields in a request body, and no others. */
export async function writtenColumns(
  { items, taxRateId, shippingTaxRateId, ...said }: Partial<z.output<typeof OrderBody>>,
  before?: Order,
) {
  const values = { ...(await taxedColumns({ items, taxRateId, shippingTaxRateId }, before)), ...columns(said) };
  await refuseOtherTax(values, before);
  return values;
}

const tileList: ApiList = {
  about: "How many orders there are of each sort",
  shape: z.object({ title: z.string(), totalOrder: z.int(), icon: z.string(), color: z.string() }),
  items: async (me) =>
    (await orderTiles(me)).map(({ title, totalOrder, icon, color }) => ({ title, totalOrder, icon, color })),
  example: [{ title: "New Orders", totalOrder: 1, icon: "sparkle", color: "primary" }],
};
const statuses = choices(
  "What the status of an order usually is. It may also be Cancelled, or any other word",
  orderStatuses,
);

export const orderApi = apiOf({
  of: { ...orderResource, create: placeOrder },
  listing: orderResource.listing,
  shape: OrderAnswer,
  absent: "false",
  show: (order) => {
    const answer = show(order);
    const { customerId, customerName: name, customerImage: image } = order;
    return {
      id: order.id,
      ...answer,
      customer: { ...answer.customer, image: pictureOf({ id: customerId ?? 0, name, image }) },
      payment: { ...answer.payment, cardNumber: answer.payment.cardNumber || noCard },
      items: order.items.map(({ id, name, image, price, quantity, taxRateId = null }) => ({
        id,
        name,
        image,
        price: price / 100,
        quantity,
        taxRateId,
      })),
      shippingTaxRateId: order.shippingTax?.taxRateId ?? null,
      includesTax: order.includesTax,
    };
  },
  create: {
    body: NewOrder,
    values: async ({ status, ...body }) => ({ status, ...(await writtenColumns(body)) }),
    example: {
      customer: { id: 9 },
      items: [
        { id: 1, quantity: 2 },
        { name: "Gift wrapping", price: 4.5, quantity: 1 },
      ],
      shipping: "Rosa Winter\n12 Lindengasse\n1070 Vienna\nAustria",
      payment: { id: "PM-20512", paymentMethod: "Visa Card", cardNumber: "4242 4242 4242 4242" },
      taxAmount: 12.5,
      shippingChargeAmount: 10,
      externalNumber: "#1001",
    },
  },
  change: {
    method: "PATCH",
    body: OrderBody,
    values: writtenColumns,
    example: { status: "Delivered" },
    warnings: {
      about: "Says if the invoice of a cancelled, returned or changed order was left as it is, and what it is over.",
      of: async (before, after) => {
        const { status, invoiceId } = after;
        const question = await orderQuestion.of({ ...before, invoiceId }, { act: "set", status });
        const left = question?.choices.find(({ value }) => value === "leave")?.description;
        const other = after.totalAmount === before.totalAmount ? undefined : await otherTotal(after);
        return [left, other].flatMap((why) => (why ? [`Invoice ${invoiceId} was left as it is. ${why}`] : []));
      },
    },
  },
  lists: {
    statues: statuses,
    statuses,
    "payment-methods": choices("How an order can be paid", paymentMethods),
    histories: tileList,
  },
  example: {
    id: 5,
    invoiceId: "INV-0012",
    createAt: "2026-11-01T12:17:00.000Z",
    deliveredAt: "2026-11-04T10:17:00.000Z",
    customer: {
      id: 7,
      name: "Rosa Winter",
      company: "Winter & Söhne",
      email: "rosa.winter@example.com",
      phone: "+43 1 5550 0174",
      image: "/samples/users/7.svg",
    },
    billing: "Rosa Winter\n12 Lindengasse\n1070 Vienna\nAustria",
    shipping: "Rosa Winter\n12 Lindengasse\n1070 Vienna\nAustria",
    status: "Return",
    payment: { id: "PM-20435", paymentMethod: "Visa Card", cardNumber: "**** **** **** 1956" },
    items: [
      {
        id: 5,
        name: "Court Sneakers",
        image: "/samples/products/running-shoe.svg",
        price: 112,
        quantity: 1,
        taxRateId: null,
      },
      { id: 4, name: "Linen Overshirt", image: "/samples/products/coat.svg", price: 79, quantity: 1, taxRateId: null },
    ],
    shippingTaxRateId: null,
    includesTax: false,
    subTotalAmount: 191,
    totalAmount: 208.1,
    taxAmount: 12.1,
    discountAmount: 5,
    shippingChargeAmount: 10,
    externalNumber: "",
  },
});
