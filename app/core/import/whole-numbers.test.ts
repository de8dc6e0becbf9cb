/** Whole numbers in files: quantities and stocks, with thousands separators or as decimals. */
import { asc } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "db";
import { invoices, orders, products } from "db/schema";
import { testDatabase } from "~/testing/database";
import { importIt, refusals, tryFile } from "~/testing/imports";

testDatabase();

type Kind = "invoices" | "orders" | "products";
const heads: Record<Kind, string> = {
  invoices: "Invoice number,Client,Title,Qty,Price",
  orders: "External number,Customer,Item: name,Item: quantity,Item: price",
  products: "Code,Category,Title,Stock,Price,Status",
};
const middles: Record<Kind, string> = { invoices: "Nova,Design", orders: "Ida,Thing", products: "Fashion,Hat" };
const ends: Record<Kind, string> = { invoices: "10", orders: "10", products: "10,Draft" };

const tryNumbers = (kind: Kind, numbers: string[]) =>
  tryFile(
    kind,
    [heads[kind], ...numbers.map((number, at) => `A-${at},${middles[kind]},"${number}",${ends[kind]}`), ""].join("\n"),
  );

const savedNumbers: Record<Kind, () => Promise<(number | undefined)[]>> = {
  invoices: async () =>
    (await db.select().from(invoices).orderBy(asc(invoices.number))).map(({ lines }) => lines[0]?.quantity),
  orders: async () => (await db.select().from(orders).orderBy(asc(orders.id))).map(({ items }) => items[0]?.quantity),
  products: async () => (await db.select().from(products).orderBy(asc(products.id))).map(({ stock }) => stock),
};

describe.each(["invoices", "orders", "products"] as const)("whole numbers in a file of %s", (kind) => {
  it.each<[string[], number[]]>([
    [
      ["1,000", "2.0"],
      [1000, 2],
    ],
    [
      ["2,500", "3.00"],
      [2500, 3],
    ],
    [
      ["1.000", "2,0"],
      [1000, 2],
    ],
    [
      ["1,000", "2.0", "12,345"],
      [1000, 2, 12_345],
    ],
    [
      ["1 000", "2.0"],
      [1000, 2],
    ],
    [
      ["1'000", "2"],
      [1000, 2],
    ],
    [
      ["1.0000", "3"],
      [1, 3],
    ],
    [
      ["1.000", "2.0"],
      [1, 2],
    ],
    [
      ["1.0", "2.0"],
      [1, 2],
    ],
  ])("%j are read as %j", async (written, numbers) => {
    const { file, rows } = await tryNumbers(kind, written);
    expect(refusals(rows)).toEqual([]);
    await importIt(file.id);
    expect(await savedNumbers[kind]()).toEqual(numbers);
  });

  // quantities of invoices may have decimals
  it.runIf(kind !== "invoices").each(["2.5", "1 2", "half", "1,000.5"])(
    "“%s” is refused as no whole number",
    async (written) => {
      const { rows } = await tryNumbers(kind, ["3.0", written]);
      expect(refusals(rows)).toEqual([
        [3, expect.stringMatching(/^(?:items|lineItems|stock): Enter .* as a whole number$/)],
      ]);
    },
  );

  it.each([
    ["1,000", "2", "“1,000” could be 1000 or 1.000"],
    ["1,00", "2.0", "“2.0” has a point for its decimals and “1,00” a comma"],
  ])("%s and %s are asked about", async (one, other, question) => {
    const { answer } = await tryNumbers(kind, [one, other]);
    expect(answer.data.form.errors["columns.3.format"]).toContain(question);
  });
});
