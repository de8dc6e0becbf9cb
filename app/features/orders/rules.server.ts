/** The rules for an order, as programs send one, but for pictures, which the API adds. */
import { z } from "zod";
import { paymentMethods } from "db/lookups";
import { maskCard } from "~/core/values/cards";
import { rulesOf } from "~/core/fields/rules.server";
import { choice, money, orNone, pastMoment, recordRef, text, integer } from "~/core/form/rules";
import { orderFields } from "./fields";

/** Maximum items per order: an invoice has at most 200 lines, and the discount takes one. */
export const mostItems = 199;
export const tooManyItems = `Name at most ${mostItems} items`;

const emptyText = z.literal("");

export const OrderRules = rulesOf(orderFields).extend({
  customerId: orNone(recordRef("Name a user by their id, or nobody")),
  paymentMethod: z.union([emptyText, choice(paymentMethods, "Choose a payment method")], "Choose a payment method"),
  cardNumber: z.string("Enter text here").max(60, "Keep this to 60 characters").transform(maskCard),
  createdAt: pastMoment("Enter when it was placed, such as 2026-11-21T10:15:00Z"),
  deliveredAt: orNone(pastMoment("Enter when it was delivered, such as 2026-11-21T10:15:00Z")),
  invoiceId: orNone(text({ max: 40 })),
});

export const ItemRules = z.object({
  id: orNone(recordRef("Name a product by its id, or none")),
  name: text({ max: 200, ask: "Enter what was bought, or the id of a product" }),
  price: money({ ask: "Enter the price of one piece, such as 12.50" }),
  quantity: integer({ ask: "Enter how many, as a whole number", least: 1, most: 100_000 }),
});
