/** Tax rates as records: their rules, who may change them, and where they can be chosen. */
import { expect, it } from "vitest";
import { write } from "db";
import { action as api, loader as apiList } from "~/features/api/resource";
import { companyResource, readCompany } from "~/features/company/company.server";
import { productResource } from "~/features/products/products.server";
import { giveAccess } from "~/features/team/access/give.server";
import { cast, testDatabase } from "~/testing/database";
import { addProducts } from "~/testing/products";
import { run, send, signedIn } from "~/testing/requests";
import { addTaxRate } from "~/testing/tax-rates";
import { choosableTaxRates, markUsed, taxRateResource } from "./tax-rates.server";

testDatabase();
const { ada, ben } = cast;

interface Answer {
  taxRate?: Record<string, unknown>;
  message?: string;
  errors?: Record<string, string>;
}

async function call(method: string, body: object, by = ada, query = "") {
  const browser = await signedIn("/x", by);
  const cookie = { Cookie: browser.headers.get("Cookie") ?? "" };
  return run<Answer>(api, send(method, `/api/tax-rates${query}`, body, cookie));
}
const listed = async (by = ada) =>
  (await run<{ name: string; rate: number; status: string }[]>(apiList, await signedIn("/api/tax-rates", by))).data;

it("the rate in /api is a percentage, and the category is standard unless it is named", async () => {
  const { status, data } = await call("POST", { name: "VAT", rate: 7.5 });
  expect({ status, rate: data.taxRate }).toMatchObject({ status: 200, rate: { rate: 7.5, category: "standard" } });
  expect((await taxRateResource.unrestricted.find(Number(data.taxRate?.id)))?.rate).toBe(7_50);
});

it.each([
  ["rate", "a standard rate of 0", { rate: 0 }],
  ["rate", "a rate without a percentage", {}],
  ["rate", "a zero rate above 0", { rate: 5, category: "zero" }],
  ["rate", "a percentage of 100", { rate: 100 }],
  ["reason", "an exemption without a reason", { rate: 0, category: "exempt" }],
  ["reason", "a reverse charge without a reason", { rate: 0, category: "reverse charge" }],
  ["reason", "what is outside the scope of tax without a reason", { category: "outside scope" }],
  ["category", "an unknown category", { rate: 20, category: "luxury" }],
  ["name", "a name that another rate has", { name: "vat 20%", rate: 20 }],
])("is refused at its %s: %s", async (field, _, body) => {
  await addTaxRate();
  const { status, data } = await call("POST", { name: "New", ...body });
  expect({ status, fields: Object.keys(data.errors ?? {}) }).toEqual({ status: 400, fields: [field] });
  expect((await listed()).map(({ name }) => name)).toEqual(["VAT 20%"]);
});

it("DELETE archives a rate: it stays in the list, and can be chosen no more", async () => {
  const rate = await addTaxRate();
  const { data } = await call("DELETE", {}, ada, `?id=${rate.id}`);
  expect(data.taxRate).toMatchObject({ id: rate.id, status: "archived" });
  expect(await listed()).toMatchObject([{ name: "VAT 20%", status: "archived" }]);
  expect(await choosableTaxRates()).toEqual([]);
  const [product] = await addProducts({});
  expect(await productResource.change(ada, product!.id, { taxRateId: rate.id })).toMatchObject({
    errors: { taxRateId: "Choose one of the tax rates" },
  });
});

it("a rate that a document has copied is archived, but not deleted", async () => {
  const [unused, used] = [await addTaxRate(), await addTaxRate({ name: "VAT 7%", rate: 7_00 })];
  await write((tx) => markUsed(tx, [used.id]));
  expect(await taxRateResource.trash(ada, [used.id])).toMatchObject({
    errors: { "": "VAT 7% is on documents, so it cannot be deleted. Archive it instead." },
  });
  expect(await taxRateResource.trash(ada, [unused.id])).toMatchObject({ ok: true });
});

it("the company's default and the rate of products cannot be deleted, or new invoices would have no tax", async () => {
  const rate = await addTaxRate();
  const [product] = await addProducts({ taxRateId: rate.id });
  const { id } = await readCompany();
  await companyResource.change(ada, id, { defaultTaxRateId: rate.id });
  const refused = async () => (await taxRateResource.trash(ada, [rate.id])) as { errors?: Record<string, string> };
  expect((await refused()).errors?.[""]).toContain("is the company’s default and the rate of 1 product,");
  await companyResource.change(ada, id, { defaultTaxRateId: null });
  expect((await refused()).errors?.[""]).toContain("VAT 20% is the rate of 1 product,");
  await productResource.change(ada, product!.id, { taxRateId: null });
  expect(await taxRateResource.trash(ada, [rate.id])).toMatchObject({ ok: true });
});

it("the company's default and a product's rate stay when the rate is archived", async () => {
  const rate = await addTaxRate();
  const [product] = await addProducts({ taxRateId: rate.id });
  const { id } = await readCompany();
  await companyResource.change(ada, id, { defaultTaxRateId: rate.id });
  await taxRateResource.setStatus(ada, [rate.id], "archived");
  expect(await productResource.change(ada, product!.id, { taxRateId: rate.id, stock: 3 })).toMatchObject({ ok: true });
  expect(await companyResource.change(ada, id, { defaultTaxRateId: rate.id, footer: "Thanks" })).toMatchObject({
    ok: true,
  });
});

it.each(["admin", "staff", "client"] as const)("only owners change tax rates, not %s", async (access) => {
  await addTaxRate();
  await write((tx) => giveAccess(tx, ada, ben.id, { access, areas: { sales: "change" } }));
  expect((await call("POST", { name: "Mine", rate: 1 }, ben)).status).toBe(403);
  expect((await run(apiList, await signedIn("/api/tax-rates", ben))).status).toBe(access === "client" ? 403 : 200);
  expect(await listed()).toHaveLength(1);
});
