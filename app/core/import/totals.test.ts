/** Totals of files that differ from those that Portico computes. */
import { describe, expect, it } from "vitest";
import { testDatabase } from "~/testing/database";
import { importIt, refusals, tryAgain, tryFile } from "~/testing/imports";

testDatabase();

const invoices = (...rows: string[]) =>
  tryFile("invoices", ["Invoice number,Client,Title,Qty,Price,Discount,Total", ...rows, ""].join("\n"));
const orders = (...rows: string[]) =>
  tryFile("orders", ["External number,Customer,Items,Status,Total", ...rows, ""].join("\n"));

describe("a row whose total is not that of its file", () => {
  it("is refused with both amounts", async () => {
    expect(refusals((await invoices("A-1,Nova,Desk,1,10,,10000", "A-2,Nova,Desk,2,10,,20")).rows)).toEqual([
      [
        2,
        "total: The file says $10,000.00, and this invoice comes to $10.00. Correct it, or choose “Leave out” for this column to import it with $10.00.",
      ],
    ]);
    expect(refusals((await orders("A-1,Ida,2 × Pen @ 3,New,6.50", "A-2,Ida,2 × Pen @ 3,New,$6.00")).rows)).toEqual([
      [
        2,
        "total: The file says $6.50, and this order comes to $6.00. Correct it, or choose “Leave out” for this column to import it with $6.00.",
      ],
    ]);
  });

  it("is imported once the column of totals is left out", async () => {
    const { file } = await orders("A-1,Ida,2 × Pen @ 3,New,6.50");
    const again = await tryAgain(file.id, file.fields.with(file.fields.indexOf("total"), ""));
    expect(refusals(again.rows)).toEqual([]);
    expect((await importIt(file.id))?.text).toBe("orders.csv: 1 order created");
  });

  it("is noted if it differs by a cent for each row, as programs round differently", async () => {
    const { file, rows } = await invoices(
      "A-1,Nova,Desk,1,0.33,50,0.35",
      "A-1,Nova,Desk,1,0.33,50,0.35",
      "A-2,Nova,Desk,1,0.33,50,0.19",
    );
    expect(refusals(rows).map(([line]) => line)).toEqual([4]);
    expect(rows[0]?.found).toContainEqual(expect.objectContaining({ field: "total", after: "0.34", differs: true }));
    expect(file).toMatchObject({ creates: 1, differing: 1 });
  });

  it("is noted if it cannot be read as an amount", async () => {
    const { rows } = await orders("A-1,Ida,2 × Pen @ 3,New,6.0001");
    expect(refusals(rows)).toEqual([]);
  });

  it("a row for an existing record is refused only if the import changes its total to another than the file's", async () => {
    const first = await orders("A-1,Ida,2 × Pen @ 3,New,6");
    await importIt(first.file.id);
    const outcomeOf = async (row: string) => (await orders(row)).rows[0]?.outcome;
    expect(await outcomeOf("A-1,Ida,2 × Pen @ 3,New,7")).toBe("same");
    expect(await outcomeOf("A-1,Ida,2 × Pen @ 3,Pending,7")).toBe("change");
    expect(await outcomeOf("A-1,Ida,3 × Pen @ 3,New,6")).toBe("change");
    expect(await outcomeOf("A-1,Ida,3 × Pen @ 3,New,9")).toBe("change");
    expect(await outcomeOf("A-1,Ida,3 × Pen @ 3,New,7")).toBe("refuse");
  });
});
