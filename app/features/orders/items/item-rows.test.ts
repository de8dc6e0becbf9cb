/** Items of orders in files with a row for each. */
import { expect, it } from "vitest";
import { db } from "db";
import { orders } from "db/schema";
import { testDatabase } from "~/testing/database";
import { importIt, refusals, tryFile } from "~/testing/imports";

testDatabase();
const head = "External number,Customer,Item: name,Item: quantity,Item: price\n";

it("an item without a name is refused with what is missing, and other rows are imported", async () => {
  const { file, rows } = await tryFile("orders", `${head}A-1,Ida,,1,5\nA-2,Ida,Cup,1,5\n`);
  expect(refusals(rows)).toEqual([[2, "items: Enter what was bought, or the code of a product"]]);
  expect(file).toMatchObject({ creates: 1, refused: 1 });
});

it("names in a column of their own are used unchanged", async () => {
  const names = ["#5 Cup", "#10", "Cup @ 7.00", "2 × Cup", "Cup; blue", '"Cup"'];
  const cell = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const csv = head + names.map((name) => `A-1,Ida,${cell(name)},1,10\n`).join("") + "A-2,Ida,Cup @ 7.00,1,\n";
  const { file, rows } = await tryFile("orders", csv);
  expect(refusals(rows)).toEqual([[8, expect.stringMatching(/^items: There is no product “Cup @ 7.00”/)]]);
  await importIt(file.id);
  const [order] = await db.select().from(orders);
  expect(order?.items.map(({ id, name, price }) => [id, name, price])).toEqual(
    names.map((name) => [null, name, 10_00]),
  );
});
