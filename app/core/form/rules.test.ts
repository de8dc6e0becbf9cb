import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { post } from "~/testing/requests";
import { parseForm } from "./form.server";
import { maxCents } from "~/core/values/money";
import { day, longText, money, orNone, percent, recordRef, text, integer } from "./rules";

/** Returns the parsed value, or the error message. */
function read(rule: z.ZodType, given: unknown): unknown {
  const result = rule.safeParse(given);
  return result.success ? result.data : result.error.issues[0]?.message;
}

describe("an amount of money", () => {
  const price = money({ ask: "Enter a price above 0", least: 1 });
  const example = "Enter an amount such as 12.50";

  it.each([
    ["19.99", 1999],
    [" $1,240.5 ", 124_050],
    ["0", 0],
    [19.99, 1999],
    [0.1 + 0.2, 30],
    [0, 0],
    [-0, 0],
    [999_999_999_999.99, maxCents],
  ])("is read from %j", (given, cents) => {
    expect(read(money(), given)).toBe(cents);
  });

  it.each([
    "12,405,1",
    "1e3",
    "twelve",
    "1".repeat(13),
    1.005,
    1e12,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    [12],
    {},
    "",
  ])("is not %j", (given) => {
    expect(read(money(), given)).toBe(example);
  });

  it("explains the limit of two digits after the point", () => {
    for (const rule of [price, money()])
      expect(read(rule, " 12.345 ")).toBe(`${example}, with at most two digits after the point`);
  });

  it("has different messages for a missing, an unreadable and a too small amount", () => {
    for (const given of ["", "  ", "0.00", 0, "-5", -5, undefined, null])
      expect(read(price, given)).toBe("Enter a price above 0");
    for (const given of ["12,4051", "free", 12.345]) expect(read(price, given)).toBe(example);
    expect(read(money(), "-0.01")).toBe("Enter an amount of 0 or more");
    expect(read(money({ least: 150 }), 1.49)).toBe("Enter 1.50 or more");
    expect(read(money({ least: -500 }), "-5")).toBe(-500);
  });
});

describe("a percentage", () => {
  it.each([
    ["", 0],
    ["  ", 0],
    ["0", 0],
    ["12.5", 1250],
    ["12.5 %", 1250],
    ["99.99%", 9999],
    [12.5, 1250],
    [0, 0],
    [99.99, 9999],
  ])("is read from %j", (given, hundredths) => {
    expect(read(percent(), given)).toBe(hundredths);
  });

  it.each(["100", "-1", "12.345", "12,345", "%", 100, 99.999, -0.01, Number.NaN, null, undefined])(
    "is not %j",
    (given) => {
      expect(read(percent(), given)).toBe("Enter a percentage from 0 to 99.99");
    },
  );
});

describe("a whole number", () => {
  const stock = integer({ ask: "Enter stock as a whole number", most: 20_000 });

  it.each([
    ["12", 12],
    [" 007 ", 7],
    ["0", 0],
    ["-0", 0],
    [20_000, 20_000],
    [1e3, 1000],
    [-0, 0],
  ])("is read from %j", (given, number) => {
    expect(read(stock, given)).toBe(number);
  });

  it.each([
    "",
    "12.5",
    "12.0",
    "1,000",
    "+3",
    "1e3",
    "0x1F",
    "٣",
    "NaN",
    12.5,
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    null,
    undefined,
    [1],
  ])("is not %j", (given) => {
    expect(read(stock, given)).toBe("Enter stock as a whole number");
  });

  it.each(["-1", "20001", "9".repeat(400), -1, 20_001, 2 ** 60])(
    "a whole number of %j is out of range, and the message names the range",
    (given) => {
      expect(read(stock, given)).toBe("Enter a whole number from 0 to 20,000");
    },
  );

  it("has at most nine digits by default", () => {
    const quantity = integer({ ask: "Enter a quantity", least: 1 });
    expect(read(quantity, "999999999")).toBe(999_999_999);
    expect(read(quantity, "1000000000")).toBe("Enter a whole number from 1 to 999,999,999");
    expect(read(quantity, "0")).toMatch(/from 1/);
  });
});

describe("a date", () => {
  const due = day("Enter a due date");

  it.each([
    ["2026-11-21", "2026-11-21"],
    [" 2028-02-29 ", "2028-02-29"],
    ["1900-01-01", "1900-01-01"],
    ["2999-12-31", "2999-12-31"],
    ["2026-01-10T00:00:00.000Z", "2026-01-10"],
    ["2026-01-10T23:59:59Z", "2026-01-10"],
    ["2026-01-10T01:00:00+02:00", "2026-01-09"],
  ])("is read from %j", (given, text) => expect(read(due, given)).toBe(text));

  it.each([
    "2026-02-30",
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-1-5",
    "21.11.2026",
    "11/21/2026",
    "tomorrow",
    "2026-02-30T00:00:00Z",
    "2026-01-10T25:00:00Z",
    "2026-01-10T00:00:00",
    "+002026-01-10",
    "-000001-01-01",
  ])("is not %j", (given) => expect(read(due, given)).toBe("Enter a day that exists, such as 2026-11-21"));

  it.each(["0026-11-21", "1899-12-31", "3000-01-01", "2999-12-31T23:00:00-02:00"])(
    "a date of %j is too far away",
    (given) => expect(read(due, given)).toBe("Enter a day between 1900 and 2999"),
  );

  it.each(["", " ", undefined, null, 20261121])("is required instead of %j", (given) =>
    expect(read(due, given)).toBe("Enter a due date"),
  );

  it("is the calendar date, whatever time was sent with it", () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date("1900-01-01"), max: new Date("2999-12-31") }),
        (date) => {
          expect(read(due, date.toISOString())).toBe(date.toISOString().slice(0, 10));
        },
      ),
    );
  });
});

describe("a reference to a record", () => {
  const customer = recordRef("Choose a customer");
  it.each([
    ["3", 3],
    [" 3 ", 3],
    [3, 3],
  ])("is read from %j", (given, id) => expect(read(customer, given)).toBe(id));
  it.each(["", "0", "03", "-3", "3.5", "1e3", "x", 0, -3, 3.5, 2 ** 60, null, undefined, {}])("is not %j", (given) =>
    expect(read(customer, given)).toBe("Choose a customer"),
  );
});

describe("longer text", () => {
  const about = longText({ max: 10 });

  it("has normalised line breaks that count as one character, and is trimmed", () => {
    expect(read(about, " one\r\ntwo\rx \n")).toBe("one\ntwo\nx");
    expect(read(about, "a\u2028b\u2029c")).toBe("a\nb\nc");
    expect(read(about, "12345\r\n7890")).toBe("12345\n7890");
    expect(read(about, "12345\r\n78901")).toBe("Keep this to 10 characters");
  });

  it.each(["a\0b", "tab\there", "\u0085x", "\x1bx", "half \ud800"])("refuses the control characters in %j", (given) =>
    expect(read(about, given)).toBe("Take out the tabs and control characters"),
  );

  it("has tabs replaced by four spaces if it may contain code", () => {
    const answer = longText({ max: 10, tabs: true });
    expect(read(answer, "a\n\tb\t")).toBe("a\n    b");
    expect(read(answer, "a\t\t\tb")).toBe("Keep this to 10 characters");
    expect(read(answer, "a\tb\0")).toBe("Take out the control characters");
  });

  it("is required only if the rule asks for it", () => {
    for (const given of ["", " \r\n ", "\u200f", undefined, null, 3])
      expect(read(longText({ max: 10, ask: "Describe it" }), given)).toBe("Describe it");
    expect(read(about, "")).toBe("");
  });
});

describe("an optional value", () => {
  const rules = {
    paidOn: orNone(day("Enter a day")),
    customer: orNone(recordRef("Choose a customer")),
    rating: orNone(money()),
  };

  it("is null for empty text and for null, and otherwise read by its rule", () => {
    for (const rule of Object.values(rules)) for (const none of ["", "  ", null]) expect(read(rule, none)).toBeNull();
    expect(read(z.object(rules), { paidOn: "2026-11-21", customer: "7", rating: 0 })).toEqual({
      paidOn: "2026-11-21",
      customer: 7,
      rating: 0,
    });
    expect(read(rules.customer, "x")).toBe("Choose a customer");
  });

  it("may be missing only in a partial schema", () => {
    expect(z.object(rules).safeParse({}).success).toBe(false);
    expect(read(z.object(rules).partial(), {})).toEqual({});
    expect(read(z.object(rules).partial(), { customer: "" })).toEqual({ customer: null });
  });
});

describe("all rules together", () => {
  const Line = z.object({
    title: text({ max: 20, ask: "Enter a title" }),
    quantity: integer({ ask: "Enter a quantity", least: 1 }),
    price: money(),
    discount: percent().optional(),
  });
  const Invoice = z.object({
    dueDate: day("Enter a due date"),
    paidOn: orNone(day("Enter a day")).optional(),
    customer: orNone(recordRef("Choose a customer")),
    note: longText({ max: 100 }).optional(),
    shipping: money().default(0),
    lines: z.array(Line).nullable(),
  });
  const typed = {
    dueDate: "2026-11-21",
    paidOn: "",
    customer: "7",
    note: "a\r\nb",
    shipping: "5",
    "lines.4.title": "Lamp",
    "lines.4.quantity": "2",
    "lines.4.price": "$19.99",
    "lines.4.discount": "12.5%",
  };
  const values = {
    dueDate: "2026-11-21",
    paidOn: null,
    customer: 7,
    note: "a\nb",
    shipping: 500,
    lines: [{ title: "Lamp", quantity: 2, price: 1999, discount: 1250 }],
  };

  it("read the same from a form and from JSON", async () => {
    expect(await parseForm(post("/", typed), Invoice)).toMatchObject({ ok: true, values });
    const body = {
      dueDate: "2026-11-21T00:00:00.000Z",
      paidOn: null,
      customer: 7,
      note: "a\nb",
      shipping: 5,
      lines: [{ title: "Lamp", quantity: 2, price: 19.99, discount: 12.5 }],
    };
    expect(read(Invoice, body)).toEqual(values);
  });

  it("describe to programs what they accept", () => {
    const { properties } = z.toJSONSchema(Invoice, { io: "input" }) as { properties: Record<string, unknown> };
    expect(properties).toMatchObject({
      dueDate: { type: "string" },
      customer: { type: ["string", "number", "null"] },
      shipping: { type: ["string", "number"] },
    });
  });

  it("return a value or a message, whatever is sent", () => {
    const rules = [
      money(),
      percent(),
      integer({ ask: "Enter a number" }),
      day("Enter a day"),
      recordRef("Choose one"),
      longText({ max: 20 }),
    ];
    const dates = fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.oneof(
          fc.anything(),
          fc.string({ unit: "binary" }),
          fc.double(),
          fc.stringMatching(/^[-−$\d., e+%]{0,20}$/),
          dates,
        ),
        (rule, given) => {
          const result = rule.safeParse(given);
          if (!result.success) expect(result.error.issues[0]?.message).toMatch(/^[A-Z].{5,}/);
          else if (typeof result.data === "number")
            expect(Number.isSafeInteger(result.data) && result.data >= 0 && !Object.is(result.data, -0)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
