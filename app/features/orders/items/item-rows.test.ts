/** Items of orders in files with a row for each. */
import { expect, it } from "vitest";
import { testDatabase } from "~/testing/database";
import { refusals, tryFile } from "~/testing/imports";

testDatabase();
const head = "External number,Customer,Item: name,Item: quantity,Item: price\n";

it("an item without a name is refused with what is missing, and the other rows go on", async () => {
  const { file, rows } = await tryFile("orders", `${head}A-1,Ida,,1,5\nA-2,Ida,Cup,1,5\n`);
  expect(refusals(rows)).toEqual([[2, "items: Enter what was bought, or the code of a product"]]);
  expect(file).toMatchObject({ creates: 1, refused: 1 });
});
