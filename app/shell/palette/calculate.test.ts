import fc from "fast-check";
import { expect, test } from "vitest";
import { calculate, looksLikeSum } from "./calculate";

const copied = (text: string) => {
  const worked = calculate(text);
  return "error" in worked ? worked.error : worked.copied;
};

test.each([
  ["12*7.5", "90"],
  ["=12*7.5", "90"],
  ["0.1+0.2", "0.3"],
  ["2+3*4", "14"],
  ["(2+3)*4", "20"],
  ["10-2-3", "5"],
  ["100/10/2", "5"],
  ["--5", "5"],
  ["1,234.5 × 2", "2469"],
  ["7 ÷ 2 − 1", "2.5"],
  [".5*4.", "2"],
  ["1/3*3", "1"],
])("%s is %s", (typed, expected) => expect(copied(typed)).toBe(expected));

test.each([
  ["(199-20%)*3", "477.6"],
  ["200+10%", "220"],
  ["50%", "0.5"],
  ["200*10%", "20"],
  ["200+10%*2", "200.2"],
  ["100+10%+10%", "121"],
])("a percentage that is added or subtracted refers to the number before it: %s is %s", (typed, expected) =>
  expect(copied(typed)).toBe(expected),
);

test("an infinite decimal is rounded to twelve digits and says so", () => {
  expect(calculate("1/3")).toEqual({ shown: "0.333333333333", copied: "0.333333333333", exact: false });
  expect(calculate("2/3")).toMatchObject({ copied: "0.666666666667" });
  expect(calculate("20000/3")).toMatchObject({ shown: "6,666.66666667", copied: "6666.66666667", exact: false });
  expect(calculate("1/3000")).toMatchObject({ copied: "0.000333333333333" });
  expect(calculate("123456789012345+1")).toMatchObject({ copied: "123456789012346", exact: true });
  expect(calculate("999999999999+1")).toEqual({ shown: "1,000,000,000,000", copied: "1000000000000", exact: true });
});

test.each([
  ["=", "Type a sum, such as 12 * 7.5."],
  ["12*", "The sum is not complete."],
  ["*3", "A number is missing before *."],
  ["(1+2", "A parenthesis is not closed."],
  ["1+2)", "A parenthesis is closed that was not opened."],
  ["2 3", "A sign is missing before 3."],
  ["1/0", "Nothing can be divided by zero."],
  ["5/(2-2)", "Nothing can be divided by zero."],
  ["1/(0.3-0.1-0.2)", "Nothing can be divided by zero."],
  ["1,000,000,000*1,000,000", "The result is too large to be shown."],
  ["2^3", "“^” has no place in a sum."],
  ["1,5", "Write numbers as 1234.5 or 1,234.5."],
  ["1.2.3", "Write numbers as 1234.5 or 1,234.5."],
  ["=2+two", "“t” has no place in a sum."],
  ["1+".repeat(101), "That is too long: a sum may have 200 characters."],
])("%s is answered with a message", (typed, expected) => expect(copied(typed)).toBe(expected));

test("only complete expressions are calculated, and everything that begins with =", () => {
  for (const text of ["12*3", "12*7.5", "1002-3", "(199-20%)*3", "2+2", "10 %", "=", "=12*", "= nonsense"])
    expect(looksLikeSum(text), text).toBe(true);
  for (const text of [
    "",
    "12",
    "12*",
    "2026-11-22",
    "22.11.2026",
    "1/2/2026",
    "+1-555-0100",
    "555-0100",
    "INV-0001",
    "a+b",
    "-5",
    "()",
    "1,5+2",
    "#1002",
    "1002",
  ])
    expect(looksLikeSum(text), text).toBe(false);
});

test("any input is answered with a number or a message", () => {
  const sumLike = fc.string({ unit: fc.constantFrom(..."0123456789.,()+-*/%^=×÷− "), maxLength: 220 });
  fc.assert(
    fc.property(fc.oneof(sumLike, fc.string()), (text) => {
      const worked = calculate(text);
      if ("error" in worked) expect(worked.error).toMatch(/^[A-Z“].+\.$/su);
      else expect(worked.copied).toMatch(/^-?\d+(\.\d*[1-9])?$/);
    }),
  );
});

test("dates, date ranges and phone numbers are not calculated", () => {
  for (const text of [
    "2026-11-22",
    "2026-11-21 - 2026-11-30",
    "2026-11-21-2026-11-30",
    "1/11/2026 - 30/11/2026",
    "2026/11",
    "11/2026",
    "555-123-4567",
    "1-800-555-1234",
  ])
    expect(looksLikeSum(text, 2026), text).toBe(false);
  for (const text of ["=11/2026", "2026*11/2", "100-20-5-3", "13/2026"])
    expect(looksLikeSum(text, 2026), text).toBe(true);
});

test("a year with a month is not calculated, unless it begins with =", () => {
  for (const text of ["2026-11", "2026-11-21", "2026/01", "12/2006", "12/2046"])
    expect(looksLikeSum(text, 2026), text).toBe(false);
  for (const text of ["=2026-11", "2026 - 11", "2026-13", "300-11"]) expect(looksLikeSum(text, 2026), text).toBe(true);
});

test("a divided number is calculated if its month has one digit or the year is far away", () => {
  for (const text of ["2000/4", "1999/3", "12/2000", "2026/4", "12/2005", "12/2047", "1999-1"])
    expect(looksLikeSum(text, 2026), text).toBe(true);
});

const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
/** Formats an amount in cents, such as -12.05. */
const amount = (value: number) =>
  `${value < 0 ? "-" : ""}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, "0")}`;
const plain = (value: number) =>
  amount(value)
    .replace(/\.?0+$/, "")
    .replace(/^-0$/, "0");

test("amounts of money add up to the cent", () => {
  expect(copied("-524176.60 + 524276.53")).toBe("99.93");
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 10 }), (amounts) => {
      expect(copied(amounts.map((value) => `(${amount(value)})`).join("+"))).toBe(
        plain(amounts.reduce((sum, value) => sum + value, 0)),
      );
    }),
  );
});

test("whole numbers are calculated exactly", () => {
  type Tree = { text: string; value: bigint };
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.nat(999).map((value) => ({ text: String(value), value: BigInt(value) })),
      fc.tuple(tie("tree"), fc.constantFrom("+", "-", "*"), tie("tree")).map(([left, sign, right]) => ({
        text: `(${left.text}) ${sign} (${right.text})`,
        value:
          sign === "+" ? left.value + right.value : sign === "-" ? left.value - right.value : left.value * right.value,
      })),
    ),
  }));
  fc.assert(
    fc.property(tree, ({ text, value }) => {
      fc.pre(text.length <= 200 && value < 10n ** 15n && value > -(10n ** 15n));
      expect(copied(text)).toBe(String(value));
    }),
  );
});
