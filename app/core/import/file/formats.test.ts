import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readImport, refusals, send, tryAgain, tryFile, idOf } from "~/testing/imports";
import { testDatabase } from "~/testing/database";
import { columnEntry, FormatSeen, type Kind, readAs, parseColumnEntry } from "./formats";
import { formatError } from "./formats.server";
import { shownRows } from "../shown-rows.server";

testDatabase();

function seen(kind: Kind, ...cells: string[]) {
  const seen = new FormatSeen(kind);
  for (const cell of cells) seen.see(cell);
  return seen;
}

const column = (kind: Kind, ...cells: string[]) => cells.map((cell) => readAs(seen(kind, ...cells).format, cell));
const asked = (kind: Kind, ...cells: string[]) => seen(kind, ...cells).asks;

describe("a column of numbers", () => {
  it("is read with decimal commas if that is the only possible meaning", () => {
    expect(column("number", "1.234,56", "1 234,56", "1\u00a0234,5", "12", "", "-0,05", "12,5 %", "1’234")).toEqual([
      "1234.56",
      "1234.56",
      "1234.5",
      "12",
      "",
      "-0.05",
      "12.5 %",
      "1234",
    ]);
    expect(column("number", "1.234", "12.345.678")).toEqual(["1234", "12345678"]);
    expect(column("number", "1 234", "12")).toEqual(["1234", "12"]);
    expect(column("number", "12.345", "1,5", "1,234", "n/a")).toEqual(["12345", "1.5", "1.234", "n/a"]);
  });

  it("needs an answer if its commas or points could mean thousands or decimals", () => {
    expect(asked("number", "1,290", "5")).toBe(
      "“1,290” could be 1290 or 1.290, and nothing else in this column says which: choose how it writes numbers",
    );
    expect(asked("money", "12", "$12.345")).toBe(
      "“$12.345” could be 12.345 or 12345, and nothing else in this column says which: choose how it writes numbers",
    );
    for (const cells of [["1,290", "7.50"], ["1,290", "7,50"], ["1.5", "12.345"], ["12", ""], ["n/a"]])
      expect([cells, asked("number", ...cells)]).toEqual([cells, undefined]);
    expect(["1,290", "1 290.5", "12", "€ 1,290"].map((cell) => [readAs("point", cell), readAs("comma", cell)])).toEqual(
      [
        ["1290", "1.290"],
        ["1290.5", "1 290.5"],
        ["12", "12"],
        ["€ 1,290", "€ 1,290"],
      ],
    );
  });

  it("needs an answer if its cells contradict each other", () => {
    expect(asked("number", "12.50", "1,5", "1,290")).toBe(
      "“12.50” has a point for its decimals and “1,5” a comma: choose how this column writes numbers. Rows that write them otherwise are refused.",
    );
  });

  it("is read with its own currency sign, and refused if it is not an amount", () => {
    expect(column("money", "$12,50", "12,50 USD", "US$ 1.299,00", "-$3", "", "USD")).toEqual([
      "12.50",
      "12.50",
      "1299.00",
      "-3",
      "",
      "USD",
    ]);
    expect(column("money", "$1,299.00", "12.50 USD", "1'299.50", "$", "− $ 3.5")).toEqual([
      "1299.00",
      "12.50",
      "1299.50",
      "$",
      "-3.5",
    ]);
    expect(column("number", "1'299.50", "1’234")).toEqual(["1299.50", "1234"]);
    expect(column("money", "€ 12,50", "12,50")).toEqual(["€ 12,50", "12.50"]);
    expect(column("money", `1${" ".repeat(19_000)}x`, `$${"9".repeat(19_000)} USD`)).toHaveLength(2);
    for (const cell of [
      "€ 12,50",
      "12,50 EUR",
      "eur 12.50",
      "CA$12.50",
      "12.50 £",
      "-₹1,299.00",
      "€12.50 USD",
      "1'299 CHF",
    ])
      expect([cell, formatError("money", cell)]).toEqual([
        cell,
        "This is in another currency. Write it in USD, such as 12.50",
      ]);
    for (const cell of [
      "$12,50",
      "USD 12",
      "12 usd",
      "US$12",
      "12",
      "12 pcs",
      "many",
      "",
      "$",
      `1${" ".repeat(19_000)}x`,
    ])
      expect([cell, formatError("money", cell)]).toEqual([cell, undefined]);
    expect(formatError("number", "$5")).toBe("Write a number without a currency: this is no amount of money");
    expect(formatError("number", "5 %")).toBeUndefined();
  });

  it("is left unchanged if its points could mean thousands or decimals", () => {
    for (const cells of [
      ["0.500"],
      ["12.345", "7"],
      ["1.234", "12.345 %"],
      ["1’234", "12.345"],
      ["1 234 567", "-1.234"],
      ["1 234.567", "1 234"],
      ["1.234", "0.500"],
      ["12.345", "1,234"],
    ])
      expect(column("money", ...cells)).toEqual(cells);
  });

  it("is never read as a thousand times its value, even if the rules would accept that", () => {
    expect(column("number", "0,500", "1,234")).toEqual(["0.500", "1.234"]);
  });

  it("has any minus sign converted to a hyphen", () => {
    expect(column("number", "−0,05", "-1.234,5", "−12")).toEqual(["-0.05", "-1234.5", "-12"]);
  });

  it("a column of numbers of amounts is left unchanged if one of its cells has a decimal point", () => {
    for (const cells of [
      ["1,234.56", "12"],
      ["1,234", "5"],
      ["12.50", "1,5"],
      ["1.5", "1.234"],
      ["0.500", "1,5"],
      ["1 234.567", "1,5"],
      ["n/a", "12"],
      ["1.2.3"],
    ])
      expect(column("money", ...cells)).toEqual(cells);
  });

  it("a column of numbers of other numbers loses its thousands separators if one of its cells has a decimal point", () => {
    expect(column("number", "1,000", "2.0")).toEqual(["1000", "2.0"]);
    expect(column("number", "1,234.56", "12")).toEqual(["1234.56", "12"]);
    expect(column("number", "1,000", "1,000,000")).toEqual(["1000", "1000000"]);
    expect(column("number", "1 234.567", "1 234")).toEqual(["1234.567", "1234"]);
    for (const cells of [
      ["1,234", "5"],
      ["12.50", "1,5", "1,000"],
    ])
      expect(column("number", ...cells)).toEqual(cells);
  });

  it("means the same in the format of another country", () => {
    const amounts = fc.array(fc.integer({ min: -99_999_999, max: 99_999_999 }), { minLength: 1 });
    fc.assert(
      fc.property(amounts, (cents) => {
        const german = cents.map((amount) => (amount / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 }));
        expect(column("number", ...german)).toEqual(cents.map((amount) => (amount / 100).toFixed(2)));
      }),
    );
  });

  it("keeps its value or its text, with up to three decimals", () => {
    const numbers = fc.array(
      fc.oneof(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -9_999_999_999, max: 9_999_999_999 })),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 3 }), (thousandths, least) => {
        const written = (country: string) =>
          thousandths.map((amount) => (amount / 1000).toLocaleString(country, { minimumFractionDigits: least }));
        expect(column("money", ...written("en-US"))).toEqual(written("en-US"));
        for (const country of ["en-US", "de-DE", "de-CH", "fr-FR"]) {
          const cells = written(country);
          const read = column("number", ...cells);
          for (const [at, amount] of thousandths.entries())
            if (read[at] !== cells[at]) expect(Number(read[at]) * 1000).toBeCloseTo(amount, 1);
        }
      }),
    );
  });
});

describe("a column of dates", () => {
  it("is read in the only order that fits", () => {
    expect(column("day", "21.11.2026", "1.2.2026", "")).toEqual(["2026-11-21", "2026-02-01", ""]);
    expect(column("day", "01/02/2026", "21/11/2026")).toEqual(["2026-02-01", "2026-11-21"]);
    expect(column("day", "01/02/2026", "11/21/2026")).toEqual(["2026-01-02", "2026-11-21"]);
    expect(column("day", "05/05/2026")).toEqual(["2026-05-05"]);
    expect(column("day", "21.11.2026 14:05", "1.2.2026, 9:30:15", "2026-11-21 14:05")).toEqual([
      "2026-11-21T14:05:00",
      "2026-02-01T09:30:15",
      "2026-11-21T14:05:00",
    ]);
    expect(column("day", "11/21/2026 14:05", "01/02/2026 0:05")).toEqual([
      "2026-11-21T14:05:00",
      "2026-01-02T00:05:00",
    ]);
    const moments = ["2026-11-21", "2026-11-21T10:15:00.000Z", "2026-11-21T10:15:00+01:00"];
    expect(column("day", "2026-11-21 14:05", "2026-11-21 9:05:10+02:00", "2026-11-21T10:15", ...moments)).toEqual([
      "2026-11-21T14:05:00",
      "2026-11-21T09:05:10+02:00",
      "2026-11-21T10:15:00",
      ...moments,
    ]);
    expect(column("day", "2026-11-21", "21-11-2026", "2026-11-21T10:15:00Z", "soon", "21.13.2026")).toEqual([
      "2026-11-21",
      "2026-11-21",
      "2026-11-21T10:15:00Z",
      "soon",
      "21.13.2026",
    ]);
  });

  it("is ambiguous if every cell could be two dates", () => {
    expect(asked("day", "05/05/2026", "01/02/2026")).toBe(
      "“01/02/2026” could be two days, and nothing else in this column says which: choose how it writes days",
    );
    expect(asked("day", "05/05/2026", "2026-11-21 14:05")).toBeUndefined();
  });

  it("needs one answer if its cells contradict each other", () => {
    expect(asked("day", "01/02/2026", "13/02/2026", "02/13/2026")).toBe(
      "“13/02/2026” has its day first and “02/13/2026” its month first: choose how this column writes days. Rows that write them otherwise are refused.",
    );
    expect(["13/02/2026", "02/13/2026"].map((cell) => readAs("day-first", cell))).toEqual(["2026-02-13", "02/13/2026"]);
  });

  it("is never read with the month first if it is written with dots", () => {
    const cells = ["02/13/2026", "13.02.2026", "03.02.2026", "3.2.2026 14:05", "03-02-2026"];
    expect(cells.map((cell) => readAs("month-first", cell))).toEqual([
      "2026-02-13",
      ...cells.slice(1, 4),
      "2026-03-02",
    ]);
    expect(readAs("day-first", "03.02.2026")).toBe("2026-02-03");
  });

  it("must have years of four digits", () => {
    for (const cell of ["22.11.26", "11/22/26 14:05", "1-2-26"])
      expect([cell, formatError("day", cell)]).toEqual([cell, "Write the year with four digits, such as 2026-11-21"]);
    for (const cell of ["22.11.2026", "2026-11-22", "22.11.", "", "soon"])
      expect([cell, formatError("day", cell)]).toEqual([cell, undefined]);
  });
});

describe("a file saved by a spreadsheet in another country's format", () => {
  it("is read correctly, also when it is tried again", async () => {
    const { file, rows } = await tryFile(
      "products",
      "Title;Code;Category;Price;Stock;Status\nLamp;L-1;Electronics;1.234,56;1 200;Published\nVase;V-1;Electronics;12,5;3;Published\n",
    );
    expect(refusals(rows)).toEqual([]);
    expect(file.fields).toEqual(["title", "code", "category", "price:comma", "stock:spaced", "status"]);
    expect((await shownRows(file, new URLSearchParams())).written).toEqual(["Price as in 1.234,50"]);
    expect(rows[0]?.found).toEqual(
      expect.arrayContaining([
        { field: "price", after: "1234.56" },
        { field: "stock", after: "1200" },
      ]),
    );
  });

  it("is refused where points could mean thousands or decimals, once the user says that they are decimals", async () => {
    const first = await tryFile(
      "products",
      "Title,Code,Category,Price,Stock,Status\nLamp,L-1,Electronics,0.500,3,Published\nVase,V-1,Electronics,12.345,1.200,Published\n",
    );
    expect(first.answer.data.form.errors).toEqual({
      "columns.4.format": expect.stringMatching(/^“1.200” could be 1.200 or 1200, /),
    });
    const fields = ["title", "code", "category", "price", "stock", "status"];
    const chosen = await tryAgain(first.file.id, fields, undefined, { "columns.4.format": "comma" });
    expect(refusals(chosen.rows)).toEqual([
      [2, "price: Enter an amount such as 12.50, with at most two digits after the point"],
      [3, "price: Enter an amount such as 12.50, with at most two digits after the point"],
    ]);
    const { file, rows } = await tryAgain(first.file.id, fields, undefined, { "columns.4.format": "point" });
    expect(file.fields).toEqual(["title", "code", "category", "price", "stock:point", "status"]);
    expect(
      rows.map(({ found }) => found?.filter(({ error }) => error).map(({ field, after }) => [field, after])),
    ).toEqual([
      [["price", "0.500"]],
      [
        ["price", "12.345"],
        ["stock", "1.200"],
      ],
    ]);
  });

  it("needs an answer if the order of day and month is unclear, and uses it", async () => {
    const id = idOf(await send("orders", "customer,items,placed\nIda,1 × Lamp @ 4.50,01/02/2026\n"));
    const fields = ["customer", "items", "placed"];
    const { answer, file } = await tryAgain(id, fields);
    expect(file.state).toBe("read");
    expect(answer.data.form.errors).toEqual({
      "columns.2.format":
        "“01/02/2026” could be two days, and nothing else in this column says which: choose how it writes days",
    });
    const chosen = async (format: string) =>
      (await tryAgain(id, fields, undefined, { "columns.2.format": format })).rows[0];
    expect((await chosen("month-first"))?.found).toContainEqual({ field: "placed", after: "2026-01-02T00:00:00.000Z" });
    expect((await chosen("day-first"))?.found).toContainEqual({ field: "placed", after: "2026-02-01T00:00:00.000Z" });
    expect((await readImport(id)).file.fields.map(parseColumnEntry)).toEqual([
      { field: "customer" },
      { field: "items" },
      { field: "placed", format: "day-first" },
    ]);
    expect(columnEntry("placed", "day-first")).toBe("placed:day-first");
  });

  it("is refused cell by cell if amounts are in another currency or years have two digits", async () => {
    const { rows } = await tryFile(
      "orders",
      'customer,items,placed,tax\nIda,1 × Lamp @ 4.50,22.11.26,$1.50\nJo,1 × Lamp @ 4.50,21.11.2026 14:05,"€ 1,50"\nKim,1 × Lamp @ 4.50,21.11.2026 14:05,1.50 USD\n',
    );
    expect(refusals(rows)).toEqual([
      [2, "placed: Write the year with four digits, such as 2026-11-21"],
      [3, "tax: This is in another currency. Write it in USD, such as 12.50"],
    ]);
    expect(rows[2]?.found).toEqual(
      expect.arrayContaining([
        { field: "placed", after: "2026-11-21T14:05:00.000Z" },
        { field: "tax", after: "1.50" },
      ]),
    );
  });

  it("is shown with dates and amounts as pages format them, and refused cells as they were given", async () => {
    const { file } = await tryFile(
      "orders",
      "customer,items,placed,tax\nIda,1 × Lamp @ 4.50,2026-11-21,1.5\nJo,1 × Lamp @ 4.50,2026-11-21T14:05:00.000Z,1.555\n",
    );
    const { rows } = await shownRows(file, new URLSearchParams());
    const cells = rows.map((row) => Object.fromEntries(row.cells.map(({ label, after }) => [label, after])));
    expect(cells[0]).toMatchObject({ Placed: "21 Nov 2026", Tax: "$1.50" });
    expect(cells[1]).toEqual({ Tax: "1.555" });
    const { file: second } = await tryFile(
      "orders",
      "customer,items,placed\nJo,1 × Lamp @ 4.50,2026-11-21T14:05:00.000Z\n",
    );
    expect((await shownRows(second, new URLSearchParams())).rows[0]?.cells).toContainEqual(
      expect.objectContaining({ label: "Placed", after: "21 Nov 2026, 14:05" }),
    );
  });

  it("needs no answer about values that Portico computes itself", async () => {
    const { file } = await tryFile("orders", 'customer,items,total\nIda,1 × Lamp @ 1290,"1,290"\n');
    expect(file).toMatchObject({ state: "tried", creates: 1 });
  });

  it("is not said to use a format in columns that Portico computes itself", async () => {
    const { file } = await tryFile("orders", "customer;items;total\nIda;1 × Lamp @ 4.50;1.234,50\n");
    expect(file.fields).toEqual(["customer", "items", "total"]);
    expect(
      (await shownRows({ ...file, fields: ["customer", "items", "total:comma"] }, new URLSearchParams())).written,
    ).toEqual([]);
  });

  it("is refused cell by cell where numbers do not match the chosen format", async () => {
    const id = idOf(
      await send(
        "orders",
        "customer;items;tax\n" +
          ["12.50", "1,5", "1,234.56", "1.234,50", "7", "n/a", "1,23,456", ""]
            .map((tax) => `Ida;1 × Lamp @ 4.50;${tax}\n`)
            .join(""),
      ),
    );
    const fields = ["customer", "items", "tax"];
    const as = async (format: string) => (await tryAgain(id, fields, undefined, { "columns.2.format": format })).rows;
    const [otherwise, none] = [
      "tax: Write this as the column is said to be written, such as ",
      "tax: Enter an amount such as 12.50",
    ];
    const asComma = await as("comma");
    expect(refusals(asComma)).toEqual([...[2, 4].map((line) => [line, `${otherwise}1.234,50`]), [7, none], [8, none]]);
    expect(asComma[1]?.found).toContainEqual({ field: "tax", after: "1.50" });
    expect(refusals(await as("point"))).toEqual([
      ...[3, 5].map((line) => [line, `${otherwise}1,234.50`]),
      [7, none],
      [8, none],
    ]);
  });
});
