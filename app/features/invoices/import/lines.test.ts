/** Lines of invoices in files that leave parts out, or have titles that look like something else. */
import { asc } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "db";
import { invoices } from "db/schema";
import { testDatabase } from "~/testing/database";
import { importIt, refusals, tryFile } from "~/testing/imports";
import { addProducts } from "~/testing/products";

testDatabase();
const head = "External number,Customer,Line: title,Line: quantity,Line: price\n";

it("a line without a title or a price is refused with what is missing, and other rows are imported", async () => {
  const { file, rows } = await tryFile("invoices", `${head}A-1,Ida,,1,5\nA-2,Ida,Cup,1,\nA-3,Ida,Cup,1,5\n`);
  expect(refusals(rows)).toEqual([
    [2, "lineItems: Say what this line is for, or choose a product"],
    [3, "lineItems: Enter a price, or choose a product that has one"],
  ]);
  expect(file).toMatchObject({ creates: 1, refused: 2 });
});

it("“Line: name” is read as the title of a line", async () => {
  const { file } = await tryFile("invoices", "External number,Customer,Line: name,Line: price\nA-1,Ida,Cup,5\n");
  expect(file.fields).toEqual(["externalNumber", "customer", "lineTitle", "linePrice"]);
});

it("titles in a column of their own are used unchanged", async () => {
  await addProducts({ title: "Cup", price: 7_00 });
  const titles = ["#5 Cup", "#1 Envelopes", "Cup @ 7.00", "Cup − 5 %", "2 × Cup", "Two  spaces", "\\ back", '"Cup"'];
  const cell = (title: string) => `"${title.replaceAll('"', '""')}"`;
  const { file, rows } = await tryFile(
    "invoices",
    head + titles.map((title) => `A-1,Ida,${cell(title)},1,10\n`).join("") + "A-2,Ida,Cup @ 7.00,1,\n",
  );
  expect(refusals(rows)).toEqual([[10, "lineItems: Enter a price, or choose a product that has one"]]);
  await importIt(file.id);
  const [invoice] = await db.select().from(invoices).orderBy(asc(invoices.number));
  expect(invoice?.lines.map(({ id, title, price }) => [id, title, price])).toEqual(
    titles.map((title) => [null, title, 10_00]),
  );
  const again = await tryFile("invoices", head + titles.map((title) => `A-1,Ida,${cell(title)},1,10\n`).join(""));
  expect(again.file).toMatchObject({ creates: 0, changes: 0 });
});
