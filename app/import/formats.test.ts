import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { found, refusals, send, tryAgain, tryFile, idOf } from "~/testing/imports";
import { testDatabase } from "~/testing/database";
import { asTaken, FormatSeen, readAs, takenFor } from "./formats";

testDatabase();

function column(as: "number" | "day", ...cells: string[]) {
  const seen = new FormatSeen(as);
  for (const cell of cells) seen.see(cell);
  return seen.unclear ?? cells.map((cell) => readAs(seen.format, cell));
}

describe("a column of numbers", () => {
  it("is read with commas for points where it can mean nothing else", () => {
    expect(column("number", "1.234,56", "1 234,56", "1\u00a0234,5", "12", "", "-0,05", "12,5 %", "1’234")).toEqual(["1234.56", "1234.56", "1234.5", "12", "", "-0.05", "12.5 %", "1234"]);
    expect(column("number", "1.234", "12.345.678")).toEqual(["1234", "12345678"]);
    expect(column("number", "1 234", "12")).toEqual(["1234", "12"]);
    expect(column("number", "12.345", "1,5", "1,234", "n/a")).toEqual(["12345", "1.5", "1.234", "n/a"]);
  });

  it("is left to the rules where its points could be of thousands or of decimals", () => {
    for (const cells of [["0.500"], ["12.345", "7"], ["1.234", "12.345 %"], ["1’234", "12.345"], ["1 234 567", "-1.234"], ["1 234.567", "1 234"], ["1.234", "0.500"], ["12.345", "1,234"]]) expect(column("number", ...cells)).toEqual(cells);
  });

  it("is never read as a thousand times what it says, where the rules would take that", () => {
    expect(column("number", "0,500", "1,234")).toEqual(["0.500", "1.234"]);
  });

  it("has its minus turned into the rules' own", () => {
    expect(column("number", "−0,05", "-1.234,5", "−12")).toEqual(["-0.05", "-1234.5", "-12"]);
  });

  it("is left to the rules where a cell of it has a point for its decimals", () => {
    for (const cells of [["1,234.56", "12"], ["1,234", "5"], ["12.50", "1,5"], ["1.5", "1.234"], ["0.500", "1,5"], ["1 234.567", "1,5"], ["n/a", "12"], ["1.2.3"]]) expect(column("number", ...cells)).toEqual(cells);
  });

  it("means the same in whichever country it was written", () => {
    const amounts = fc.array(fc.integer({ min: -99_999_999, max: 99_999_999 }), { minLength: 1 });
    fc.assert(fc.property(amounts, (cents) => {
      const german = cents.map((amount) => (amount / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 }));
      expect(column("number", ...german)).toEqual(cents.map((amount) => (amount / 100).toFixed(2)));
    }));
  });

  it("keeps its worth or its text, with up to three decimals", () => {
    const numbers = fc.array(fc.oneof(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -9_999_999_999, max: 9_999_999_999 })), { minLength: 1, maxLength: 5 });
    fc.assert(fc.property(numbers, fc.integer({ min: 0, max: 3 }), (thousandths, least) => {
      const written = (country: string) => thousandths.map((amount) => (amount / 1000).toLocaleString(country, { minimumFractionDigits: least }));
      expect(column("number", ...written("en-US"))).toEqual(written("en-US"));
      for (const country of ["de-DE", "de-CH", "fr-FR"]) {
        const cells = written(country);
        const read = column("number", ...cells);
        for (const [at, amount] of thousandths.entries()) if (read[at] !== cells[at]) expect(Number(read[at]) * 1000).toBeCloseTo(amount, 1);
      }
    }));
  });
});

describe("a column of days", () => {
  it("is read as the days that it alone can mean", () => {
    expect(column("day", "21.11.2026", "1.2.2026", "")).toEqual(["2026-11-21", "2026-02-01", ""]);
    expect(column("day", "01/02/2026", "21/11/2026")).toEqual(["2026-02-01", "2026-11-21"]);
    expect(column("day", "01/02/2026", "11/21/2026")).toEqual(["2026-01-02", "2026-11-21"]);
    expect(column("day", "05/05/2026")).toEqual(["2026-05-05"]);
    expect(column("day", "2026-11-21", "21-11-2026", "2026-11-21T10:15:00Z", "soon", "21.13.2026")).toEqual(["2026-11-21", "2026-11-21", "2026-11-21T10:15:00Z", "soon", "21.13.2026"]);
  });

  it("is unclear where each could be two", () => {
    expect(column("day", "05/05/2026", "01/02/2026")).toBe("01/02/2026");
    expect(column("day", "13/12/2026", "12/13/2026", "01/02/2026")).toBe("01/02/2026");
  });
});

describe("a file as a spreadsheet of another country saves it", () => {
  it("is read as it is meant, and tried so again", async () => {
    const { file, rows } = await tryFile("products", "Title;Code;Category;Price;Stock;Status\nLamp;L-1;Electronics;1.234,56;1 200;Published\nVase;V-1;Electronics;12,5;3;Published\n");
    expect(refusals(rows)).toEqual([]);
    expect(file.fields).toEqual(["title", "code", "category", "price:comma", "stock:comma", "status"]);
    expect(rows[0]?.found).toEqual(expect.arrayContaining([{ field: "price", after: "1234.56" }, { field: "stock", after: "1200" }]));
  });

  it("is refused where a point could be of thousands or of decimals", async () => {
    const { file, rows } = await tryFile("products", "Title,Code,Category,Price,Stock,Status\nLamp,L-1,Electronics,0.500,3,Published\nVase,V-1,Electronics,12.345,1.200,Published\n");
    expect(file.fields).toEqual(["title", "code", "category", "price", "stock", "status"]);
    expect(rows.map(({ found }) => found?.filter(({ error }) => error).map(({ field, after }) => [field, after]))).toEqual([[["price", "0.500"]], [["price", "12.345"], ["stock", "1.200"]]]);
  });

  it("is asked how it writes days where that is unclear, and takes the answer", async () => {
    const id = idOf(await send("orders", "customer,items,placed\nIda,1 × Lamp @ 4.50,01/02/2026\n"));
    const fields = ["customer", "items", "placed"];
    const { answer, file } = await tryAgain(id, fields);
    expect(file.state).toBe("read");
    expect(answer.data.form.errors).toEqual({ "columns.2.format": "“01/02/2026” could be two days, and nothing else in this column says which: choose how it writes them" });
    const chosen = async (format: string) => (await tryAgain(id, fields, undefined, { "columns.2.format": format })).rows[0];
    expect((await chosen("month-first"))?.found).toContainEqual({ field: "placed", after: "2026-01-02T00:00:00.000Z" });
    expect((await chosen("day-first"))?.found).toContainEqual({ field: "placed", after: "2026-02-01T00:00:00.000Z" });
    expect((await found(id)).file.fields.map(takenFor)).toEqual([{ field: "customer" }, { field: "items" }, { field: "placed", format: "day-first" }]);
    expect(asTaken("placed", "day-first")).toBe("placed:day-first");
  });
});
