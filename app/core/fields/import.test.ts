/** Import columns derived from fields, tested with orders, whose `/api` names are nested. */
import { expect, it } from "vitest";
import { orderImport } from "~/features/orders/import.server";
import { orderFields } from "~/features/orders/fields";
import { productImport } from "~/features/products/import.server";
import { bodyOf, headsByApiName } from "./import.server";

it("cells become the body that /api would accept, without fields that nobody sets or files do not have", () => {
  const cells = {
    email: "ida@example.com",
    company: "Ida & Co",
    paymentId: "PM-1",
    discount: "5",
    placed: "2026-11-21",
  };
  const hidden = { cardNumber: "4242", customerImage: "/x.svg", subtotal: "1", total: "2", customerId: "3" };
  expect(bodyOf(orderFields, { ...cells, ...hidden, "": "nothing" })).toEqual({
    customer: { email: "ida@example.com", company: "Ida & Co" },
    payment: { id: "PM-1" },
    discountAmount: "5",
    createAt: "2026-11-21T00:00:00.000Z",
  });
});

it("errors in a body are reported at the column of their cell", () => {
  expect(headsByApiName(orderFields)).toMatchObject({
    "customer.name": "customer",
    "customer.email": "email",
    "payment.paymentMethod": "paymentMethod",
    createAt: "placed",
    items: "items",
  });
});

it("totals are formatted as money even if they are ignored", () => {
  expect(orderImport.fields.total).toMatchObject({ as: "money", fixed: true });
  expect(orderImport.fields.subtotal).toMatchObject({ as: "money", fixed: true });
  expect(orderImport.fields.discount).toMatchObject({ as: "money" });
  expect(orderImport.fields.discount?.fixed).toBeUndefined();
});

it("an order number in a file is the shop's own number, and a product number its code", () => {
  expect(orderImport.fields.id?.also).not.toContain("order number");
  expect(orderImport.fields.externalNumber?.also).toContain("order number");
  expect(productImport.fields.id?.also).not.toContain("product number");
});
