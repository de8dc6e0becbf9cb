/** Tests where the company of an order's customer is printed. */
import { createRemixStub } from "@remix-run/testing";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it } from "vitest";
import type { Order } from "db/schema";
import { userResource } from "~/features/users/users.server";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { run, signedIn } from "~/testing/requests";
import PackingSlip, { loader as packingSlip } from "./packing-slip";
import { Addresses, Customer } from "./cards";

testDatabase();

const { ada, ben, dan } = cast;

beforeEach(() => userResource.change(ada, dan.id, { company: "Fjord AS" }));

const printed = (text: string) => text.replace(/<[^>]*>/g, "\n").replace(/\n+/g, "\n");

/** Returns the HTML of an order's packing slip. */
async function slipOf({ id }: Order) {
  const { data } = await run<object>(packingSlip, await signedIn(`/orders/${id}/packing-slip`, ada), {
    id: String(id),
  });
  const Page = createRemixStub([{ id: "slip", path: "/", Component: PackingSlip, loader: () => data }]);
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { slip: data } }} />);
}

it("the packing slip shows the name and logo that an owner has given the company", async () => {
  await changeCompany({ name: "Harbour Ltd", logo: "/samples/products/candle.svg" });
  const slip = await slipOf(await addOrder());
  for (const text of ["Harbour Ltd", 'src="/samples/products/candle.svg"']) expect(slip).toContain(text);
});

it("the company is printed on the packing slip below the customer's name, if there is one", async () => {
  const page = async (order: Order) => printed(await slipOf(order));
  const slip = await page(await addOrder());
  expect(slip).toContain("Dan Directory\nFjord AS\nOslo");
  expect(slip).toContain("Company\nFjord AS");
  const private_ = await page(await addOrder({ customerId: ben.id }));
  expect(private_).toContain("Ben Active");
  expect(private_).not.toMatch(/Company|Fjord/);
});

it("the company is shown below the customer's name on the order's page", async () => {
  const order = await addOrder();
  const shown = (of: Order) =>
    printed(
      renderToStaticMarkup(
        <>
          <Customer order={of} known={false} />
          <Addresses order={of} />
        </>,
      ),
    );
  expect(shown(order)).toContain("Dan Directory\nFjord AS\nNot in the directory");
  expect(shown(order)).toContain("Shipping\nDan Directory\nFjord AS\nOslo");
  expect(shown({ ...order, customerCompany: "" })).toContain("Dan Directory\nNot in the directory");
});
