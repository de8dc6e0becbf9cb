/** `/api/orders`, where orders come in, too. */
import { z } from "zod";
import { orderStatuses, paymentMethods } from "db/lookups";
import type { Order } from "db/schema";
import { picture } from "~/core/files/picture-rule.server";
import { pictureOf } from "~/core/values/avatar";
import { omitUndefined } from "~/core/values/pick";
import { apiOf, type ApiList, choices } from "~/core/api/api-resource.server";
import { itemsOf } from "./items/items.server";
import { ItemRules, mostItems, OrderRules } from "./rules.server";
import { orderListing, orderResource, orderTiles, placeOrder } from "./orders.server";

const OrderAnswer = z.object({
  id: z.int().positive(),
  invoiceId: z
    .string()
    .nullable()
    .describe(
      "The invoice that was made from the order, if there was one: the same customer's, and not in the trash when it is named.",
    ),
  createAt: z.iso.datetime().describe("When it was placed."),
  deliveredAt: z.iso.datetime().nullable(),
  customer: z
    .object({
      id: z.int().positive().nullable(),
      name: z.string(),
      company: z.string(),
      email: z.string(),
      phone: z.string(),
      image: z.string(),
    })
    .describe("As they were when they ordered. Nobody has to be a user to order."),
  billing: z.string(),
  shipping: z.string(),
  status: z.string().describe("As it was given; compared without regard to case."),
  payment: z.object({
    id: z.string(),
    paymentMethod: z.string(),
    cardNumber: z.string().describe("Only the last four digits are kept."),
  }),
  items: z
    .array(
      z.object({
        id: z.int().positive().nullable(),
        name: z.string(),
        image: z.string().nullable(),
        price: z.number(),
        quantity: z.int().positive(),
      }),
    )
    .describe("Products as they were when they were ordered."),
  subTotalAmount: z.number().describe("The items together."),
  totalAmount: z.number().describe("Subtotal − discount + tax + shipping."),
  taxAmount: z.number(),
  discountAmount: z.number(),
  shippingChargeAmount: z.number(),
});

const {
  customerId,
  customerName,
  customerCompany,
  customerEmail,
  customerPhone,
  status,
  billing,
  shipping,
  paymentId,
  paymentMethod,
  cardNumber,
  createdAt,
  ...rest
} = OrderRules.shape;
const { id, name, price, quantity } = ItemRules.shape;

export const OrderBody = z.object({
  customer: z
    .object({
      id: customerId.optional(),
      name: customerName.optional(),
      company: customerCompany,
      email: customerEmail.optional(),
      phone: customerPhone,
      image: picture().optional(),
    })
    .describe("The id of a user, from whom the rest is copied where it is not said; or a name."),
  items: z
    .array(
      z.object({
        id: id.optional(),
        name: name.optional(),
        image: picture().optional(),
        price: price.optional(),
        quantity,
      }),
    )
    .min(1, "Name at least one item")
    .max(mostItems, `Name at most ${mostItems} items`)
    .describe("A product stands in for a name, a picture or a price that is not said."),
  status: status.default("New"),
  billing,
  shipping,
  payment: z
    .object({ id: paymentId, paymentMethod: paymentMethod.optional(), cardNumber: cardNumber.optional() })
    .optional(),
  createAt: createdAt.optional().describe("Now, unless it is named."),
  deliveredAt: rest.deliveredAt.optional(),
  invoiceId: rest.invoiceId.optional(),
  discountAmount: rest.discountAmount.optional(),
  taxAmount: rest.taxAmount.optional(),
  shippingChargeAmount: rest.shippingChargeAmount.optional(),
});

export const NewOrder = OrderBody.refine(({ customer: { id, name } }) => id != null || name !== undefined, {
  path: ["customer", "name"],
  error: "Enter the customer's name, or the id of a user",
});

/** The columns of what a body says, and no others. */
export async function columnsOf(
  { customer, payment, createAt, items, ...said }: Partial<z.output<typeof OrderBody>>,
  before?: Order,
) {
  return omitUndefined({
    ...said,
    customerId: customer?.id,
    customerName: customer?.name,
    customerCompany: customer?.company,
    customerEmail: customer?.email,
    customerPhone: customer?.phone,
    customerImage: customer?.image,
    paymentId: payment?.id,
    paymentMethod: payment?.paymentMethod,
    cardNumber: payment?.cardNumber,
    createdAt: createAt,
    items: items && (await itemsOf(items, before?.items)),
  });
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
  listing: orderListing,
  shape: OrderAnswer,
  absent: "false",
  show: (order) => ({
    id: order.id,
    invoiceId: order.invoiceId,
    createAt: order.createdAt.toISOString(),
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    customer: {
      id: order.customerId,
      name: order.customerName,
      company: order.customerCompany,
      email: order.customerEmail,
      phone: order.customerPhone,
      image: pictureOf({ id: order.customerId ?? 0, name: order.customerName, image: order.customerImage }),
    },
    billing: order.billing,
    shipping: order.shipping,
    status: order.status,
    payment: { id: order.paymentId, paymentMethod: order.paymentMethod, cardNumber: order.cardNumber },
    items: order.items.map(({ id, name, image, price, quantity }) => ({
      id,
      name,
      image,
      price: price / 100,
      quantity,
    })),
    subTotalAmount: order.subTotalAmount / 100,
    totalAmount: order.totalAmount / 100,
    taxAmount: order.taxAmount / 100,
    discountAmount: order.discountAmount / 100,
    shippingChargeAmount: order.shippingChargeAmount / 100,
  }),
  create: {
    body: NewOrder,
    values: async ({ status, ...body }) => ({ status, ...(await columnsOf(body)) }),
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
    },
  },
  change: { method: "PATCH", body: OrderBody, values: columnsOf, example: { status: "Delivered" } },
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
      { id: 5, name: "Court Sneakers", image: "/samples/products/running-shoe.svg", price: 112, quantity: 1 },
      { id: 4, name: "Linen Overshirt", image: "/samples/products/coat.svg", price: 79, quantity: 1 },
    ],
    subTotalAmount: 191,
    totalAmount: 208.1,
    taxAmount: 12.1,
    discountAmount: 5,
    shippingChargeAmount: 10,
  },
});
