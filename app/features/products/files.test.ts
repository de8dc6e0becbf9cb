import { expect, it } from "vitest";
import { exportRows } from "~/core/list/export.server";
import { testDatabase } from "~/testing/database";
import { addProducts } from "~/testing/products";
import { get } from "~/testing/requests";
import { productColumns } from "./columns.server";
import { productImport } from "./import.server";
import { productResource } from "./products.server";

testDatabase();

it("an export has its columns in the documented order, with formatted amounts and percentages", async () => {
  await addProducts({ createdAt: new Date(0) });
  const file = await (await exportRows(get("/products.csv"), productResource.listing, productColumns)).text();
  expect(file.split("\r\n")).toEqual([
    "Number,Title,Code,Category,Price,Discount,Stock,Status,Rating,Reviews,Colors,Sizes,Created",
    '1,Trail Backpack 28L,SO-1180,Sports & Outdoors,94.50,10,18,Published,0,0,"blue, green","s, m",1970-01-01T00:00:00.000Z',
    "",
  ]);
});

it("an import offers its fields in order, and reads amounts and numbers as spreadsheets write them", () => {
  const fields = Object.entries(productImport.fields).filter(([, { part }]) => !part);
  expect(fields.map(([name]) => name).join()).toBe(
    "id,title,code,category,description,price,discount,stock,status,colors,sizes,rating,reviews,created,taxRate",
  );
  expect(fields.flatMap(([name, { as }]) => (as ? [[name, as]] : []))).toEqual([
    ["price", "money"],
    ["discount", "number"],
    ["stock", "number"],
  ]);
  expect(fields.filter(([, { fixed }]) => fixed).map(([name]) => name)).toEqual(["rating", "reviews", "created"]);
  expect(fields.filter(([, { options }]) => options).map(([name]) => name)).toEqual(["category", "status"]);
  expect(productImport.fields.code?.also).toEqual(["sku", "article", "article number"]);
  expect(productImport.fields.colors?.also).toEqual(["color", "colours", "colour"]);
});

it("an import reports unknown colors and sizes", async () => {
  const [product] = await addProducts({});
  const read = await productImport.read({ colors: "blue, beige", sizes: "huge" }, product, {});
  expect(read).toEqual({
    ok: false,
    errors: { colors: "Choose colors of the list", sizes: "Choose sizes of the list" },
  });
});
