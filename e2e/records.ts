/** Creates test records through the API as the signed-in user. */
import type { APIRequestContext } from "@playwright/test";
import { expect, unique } from "./support";

/** Creates a user through the API. */
export async function addUser(
  by: APIRequestContext,
  values: Record<string, string> = {},
): Promise<{ id: number; name: string; email: string }> {
  const name = values.name ?? unique("Dana ");
  const email = `${name.toLowerCase().replace(/\W+/g, ".")}@example.com`;
  const answer = await by.post("/api/users", {
    data: { name, email, role: "IT Support", status: "Pending", address: "Norway", phone: "+47 555 01 99", ...values },
  });
  expect(answer.status()).toBe(200);
  const { user } = (await answer.json()) as { user: { id: number; name: string; email: string } };
  return user;
}

/** Creates an order of two pens through the API, for $41.30. */
export async function addOrder(by: APIRequestContext, values: Record<string, unknown> = {}): Promise<{ id: number }> {
  const items = [{ name: "Pen", price: 19.9, quantity: 2 }];
  const customer = { name: unique("Olga "), email: `${unique("olga")}@example.com` };
  const answer = await by.post("/api/orders", {
    data: { customer, items, taxAmount: 1.5, discountAmount: 5, shippingChargeAmount: 5, ...values },
  });
  expect(answer.status()).toBe(200);
  const { order } = (await answer.json()) as { order: { id: number } };
  return order;
}

/** Creates a ticket through the API and returns its path. */
export async function addTicket(by: APIRequestContext, values: object = {}): Promise<string> {
  const data = {
    subject: "Where is my parcel?",
    topic: "Orders and returns",
    message: "Nothing has come yet.",
    ...values,
  };
  const answer = await by.post("/api/tickets", { data });
  expect(answer.status()).toBe(200);
  const { ticket } = (await answer.json()) as { ticket: { id: number } };
  return `/support/tickets/${ticket.id}`;
}

/** Saves a view of a list for the signed-in user. */
export async function saveView(
  by: APIRequestContext,
  values: { path: string; name: string; search?: string; shared?: string; pinned?: string },
) {
  const answer = await by.post("/views/create", { form: { search: "", shared: "no", ...values }, maxRedirects: 0 });
  expect(answer.status(), "the answer to the form of a view").toBe(303);
}

/** Creates a product with two pictures through the API. */
export async function addProduct(
  by: APIRequestContext,
  values: object = {},
): Promise<{ id: number; title: string; code: string }> {
  const title = unique("Lamp ");
  const data = {
    title,
    code: unique("FU-"),
    category: "Furniture",
    price: 79.5,
    stock: 12,
    status: "Draft",
    images: ["/samples/products/candle.svg", "/samples/products/fire.svg"],
    ...values,
  };
  const answer = await by.post("/api/products", { data });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { product: { id: number; title: string; code: string } }).product;
}
