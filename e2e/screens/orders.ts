import { expect } from "@playwright/test";
import { addOrder } from "../records";
import { alert, longName, press, type Screens } from "./steps";

export const orders: Screens = {
  "the list of orders": (page) => page.goto("/orders?size=10"),
  "the orders of one customer": (page) => page.goto("/orders?customer=9"),
  "an order on its way": (page) => page.goto("/orders/12"),
  "an order that was cancelled, with a reason": (page) => page.goto("/orders/8"),
  "an order that is hard to fit": async (page) => {
    const items = [{ name: longName("A "), price: 999_999_999.99, quantity: 999 }];
    const { id } = await addOrder(page.request, {
      customer: { name: longName() },
      items,
      status: "waiting for the wind to turn around",
    });
    await page.goto(`/orders/${id}`);
  },
  "an order whose status was not changed": async (page) => {
    const { id } = await addOrder(page.request);
    await page.goto(`/orders/${id}`);
    await press(page, "Save status");
    await alert(page);
  },
  "an order whose status somebody else changed": async (page) => {
    const { id } = await addOrder(page.request);
    await page.goto(`/orders/${id}`);
    await page.request.patch(`/api/orders?id=${id}`, { data: { status: "Cancelled" } });
    await page.getByLabel("Status", { exact: true }).selectOption("Pending");
    await press(page, "Save status");
    await alert(page);
  },
  "an order in the trash": async (page) => {
    const { id } = await addOrder(page.request);
    await page.request.post(`/orders/${id}/trash`);
    await page.goto(`/orders/${id}`);
  },
  "a packing slip": (page) => page.goto("/orders/12/packing-slip"),
  "a packing slip of an order in the trash": async (page) => {
    const { id } = await addOrder(page.request);
    await page.request.post(`/orders/${id}/trash`);
    await page.goto(`/orders/${id}/packing-slip`);
    await expect(page.getByRole("article").getByText("is in the trash")).toBeVisible();
  },
};
