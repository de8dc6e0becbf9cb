/**
 * What is typed into the command palette as arithmetic. A parser of its own: the site's Content-Security-Policy forbids
 * `eval`, and so does good sense.
 */
import { add, divide, type Fraction, fraction, fromDecimal, multiply, negative, toDecimal } from "./fraction";

/** What came out: `shown` is for reading, `copied` for other programs; or why nothing did. */
export type Calculation = { shown: string; copied: string; exact: boolean } | { error: string };

/** Longer than anything that is typed by hand, and short enough to be worked out at once. */
const maxLength = 200;
/** More digits than this, in binary, lead to nothing that could be shown. */
const maxBits = 4096;

class CannotCalculate extends Error {}

/** Alone, such as 22.11.26, or with its whole year anywhere, such as in 2026-11-21 - 2026-11-30. */
const date =
  /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$|\b(?:19|20)\d\d([-/.])\d{1,2}\2\d{1,2}\b|\b\d{1,2}([-/.])\d{1,2}\3(?:19|20)\d\d\b/;
/** Such as 2026-11 or 11/2026, of a year that is not far away. */
const month = /^(\d{4})[-/](?:0[1-9]|1[0-2])$|^(?:0[1-9]|1[0-2])[-/](\d{4})$/;
/** People name months of so many years before this one and after it; 12/2000 is a sum to them. */
const nearYears = 20;
/** Or any other number that begins with a zero. */
const phone = /^\+|(?<![\d.,])0\d|^(?:\d{1,3}-)+\d{3}-\d{4}$/;

function isMonth(text: string, thisYear: number): boolean {
  const [, first, last] = month.exec(text) ?? [];
  const year = first ?? last;
  return year !== undefined && Math.abs(Number(year) - thisYear) <= nearYears;
}

/**
 * Whether a text is meant to be worked out: it begins with `=`, or is a sum that is complete and nothing else, such as
 * a date.
 */
export function looksLikeSum(text: string, thisYear = new Date().getFullYear()): boolean {
  const typed = text.trim();
  if (typed.startsWith("=")) return true;
  if (!/^[\d\s.,()+*/%^×÷−-]+$/.test(typed) || !/\d/.test(typed)) return false;
  if (isMonth(typed, thisYear) || [date, phone].some((other) => other.test(typed))) return false;
  return /[\d)%]\s*[-+*/^×÷−%]/.test(typed) && !("error" in calculate(typed));
}

/**
 * Works out sums with `+ - * / ^ %` and parentheses, exactly. A percentage that is added or taken is one of what stands
 * before it, as on calculators: `200 + 10%` is 220. Never throws.
 */
export function calculate(text: string): Calculation {
  const typed = text.trim().replace(/^=\s*/, "");
  if (typed === "") return { error: "Type a sum, such as 12 * 7.5." };
  if (typed.length > maxLength) return { error: `That is too long: a sum may have ${maxLength} characters.` };
  try {
    return result(new Parser(tokensOf(typed)).all());
  } catch (error) {
    if (error instanceof CannotCalculate) return { error: error.message };
    throw error;
  }
}

function result(value: Fraction): Calculation {
  const decimal = toDecimal(value);
  if (!decimal) return tooLarge();
  const [whole = "", part] = decimal.text.split(".");
  return {
    shown: whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? `.${part}` : ""),
    copied: decimal.text,
    exact: decimal.exact,
  };
}

function tooLarge(): never {
  throw new CannotCalculate("The result is too large to be shown.");
}

const signs: Record<string, string> = { "×": "*", "÷": "/", "−": "-", ":": "/" };

/** Numbers, signs and parentheses, one by one. Commas may stand where thousands end. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let rest = text; rest !== "";) {
    const found =
      /^(?:\s+|(\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,.])|\d+\.?\d*(?![\d,.])|\.\d+(?![\d,.])|[-+*/%^()×÷−:]))/.exec(rest);
    if (!found)
      throw new CannotCalculate(
        /^[\d.,]/.test(rest) ? "Write numbers as 1234.5 or 1,234.5." : `“${[...rest][0]}” has no place in a sum.`,
      );
    if (found[1]) tokens.push(signs[found[1]] ?? found[1].replaceAll(",", ""));
    rest = rest.slice(found[0].length);
  }
  return tokens;
}

const precedence: Record<string, number> = { "+": 1, "-": 1, "*": 2, "/": 2 };

/** A number, and whether it was written as a percentage. */
interface Part {
  value: Fraction;
  percent?: boolean;
}

/** Climbs from the loosest sign to the tightest; each step reads one more token, so it ends. */
class Parser {
  private at = 0;

  constructor(private readonly tokens: string[]) {}

  /** The whole of it. Throws when something is left over. */
  all(): Fraction {
    const { value } = this.sum(1);
    const over = this.next();
    if (over === ")") throw new CannotCalculate("A parenthesis is closed that was not opened.");
    if (over !== undefined) throw new CannotCalculate(`A sign is missing before ${over}.`);
    return value;
  }

  private next() {
    return this.tokens[this.at];
  }

  private sum(from: number): Part {
    let left = this.signed();
    for (;;) {
      const sign = this.next();
      const rank = sign === undefined ? undefined : precedence[sign];
      if (sign === undefined || rank === undefined || rank < from) return left;
      this.at++;
      left = { value: combine(sign, left.value, this.sum(rank + 1)) };
    }
  }

  private signed(): Part {
    const sign = this.next();
    if (sign !== "-" && sign !== "+") return this.power();
    this.at++;
    const part = this.signed();
    return sign === "-" ? { ...part, value: negative(part.value) } : part;
  }

  private power(): Part {
    const base = this.percentage();
    if (this.next() !== "^") return base;
    this.at++;
    return { value: raise(base.value, this.signed().value) };
  }

  private percentage(): Part {
    let part: Part = { value: this.number() };
    while (this.next() === "%") {
      this.at++;
      part = { value: divide(part.value, fraction(100n)), percent: true };
    }
    return part;
  }

  private number(): Fraction {
    const token = this.next();
    this.at++;
    if (token === undefined) throw new CannotCalculate("The sum is not complete.");
    if (/\d/.test(token)) return fromDecimal(token);
    if (token !== "(") throw new CannotCalculate(`A number is missing before ${token}.`);
    const { value } = this.sum(1);
    if (this.next() === undefined) throw new CannotCalculate("A parenthesis is not closed.");
    if (this.next() !== ")") throw new CannotCalculate(`A sign is missing before ${this.next()}.`);
    this.at++;
    return value;
  }
}

function combine(sign: string, left: Fraction, { value, percent }: Part): Fraction {
  if (sign === "*") return multiply(left, value);
  if (sign === "/") return value.top === 0n ? divisionByZero() : divide(left, value);
  const right = percent ? multiply(left, value) : value;
  return add(left, sign === "-" ? negative(right) : right);
}

function divisionByZero(): never {
  throw new CannotCalculate("Nothing can be divided by zero.");
}

function raise(base: Fraction, exponent: Fraction): Fraction {
  if (exponent.bottom !== 1n) throw new CannotCalculate("The exponent has to be a whole number.");
  const times = exponent.top < 0n ? -exponent.top : exponent.top;
  if (base.top === 0n && exponent.top < 0n) divisionByZero();
  if (times * BigInt(bits(base)) > BigInt(maxBits))
    return isOne(base) ? fraction(times % 2n === 0n ? 1n : base.top) : tooLarge();
  const raised = fraction(base.top ** times, base.bottom ** times);
  return exponent.top < 0n ? divide(fraction(1n), raised) : raised;
}

const isOne = ({ top, bottom }: Fraction) => bottom === 1n && (top === 1n || top === -1n || top === 0n);
const bits = ({ top, bottom }: Fraction) => Math.max(top.toString(2).length, bottom.toString(2).length);
