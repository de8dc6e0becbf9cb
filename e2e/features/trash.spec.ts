/** Pages of records in the trash. */
import { addOrder, addProduct, addTicket, addUser } from "../records";
import { expect, signIn, inOneWindow as test } from "../support";

test("the pages of a trashed record say how long it is kept", async ({ page }) => {
  await signIn(page);
  const by = page.request;
  const [user, order, product] = [await addUser(by), await addOrder(by), await addProduct(by)];
  const ticket = await addTicket(by);
  for (const [record, ...pages] of [
    [`/users/${user.id}`, ""],
    [`/orders/${order.id}`, ""],
    [`/products/${product.id}`, "", "/overview"],
    [ticket, "", "/edit"],
  ] as const) {
    await by.post(`${record}/trash`);
    for (const part of pages) {
      await page.goto(record + part);
      await expect(page.getByRole("main")).toContainText(/(?:removed|erased) for good in 30 days/);
    }
  }
});
