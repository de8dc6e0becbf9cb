/** Lines of invoices in files that leave parts out, or have titles that look like something else. */
import { expect, it } from "vitest";
import { testDatabase } from "~/testing/database";
import { refusals, tryFile } from "~/testing/imports";

testDatabase();
const head = "External number,Customer,Line: title,Line: quantity,Line: price\n";

it("a line without a title or a price is refused with what is missing, and the other rows go on", async () => {
  const { file, rows } = await tryFile("invoices", `${head}A-1,Ida,,1,5\nA-2,Ida,Cup,1,\nA-3,Ida,Cup,1,5\n`);
  expect(refusals(rows)).toEqual([
    [2, "lineItems: Say what this line is for, or choose a product"],
    [3, "lineItems: Enter a price, or choose a product that has one"],
  ]);
  expect(file).toMatchObject({ creates: 1, refused: 2 });
});

it("“Line: name” is the title of a line", async () => {
  const { file } = await tryFile("invoices", "External number,Customer,Line: name,Line: price\nA-1,Ida,Cup,5\n");
  expect(file.fields).toEqual(["externalNumber", "customer", "lineTitle", "linePrice"]);
});
