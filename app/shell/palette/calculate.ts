/** Arithmetic in the command palette. It has its own parser because the Content-Security-Policy forbids `eval`. */
import { add, divide, type Fraction, fraction, fromDecimal, multiply, negative, toDecimal } from "./fraction";

/** A result, as `shown` to people and as `copied` for other programs, or an error message. */
export type Calculation = { shown: string; copied: string; exact: boolean } | { error: string };

/** Maximum input length, in characters. */
const maxLength = 200;
/** Maximum size of a power, in bits. Larger numbers could not be shown. */
const maxBits = 4096;

class CannotCalculate extends Error {}

/** Dates such as 22.11.26 when alone, or with a four-digit year anywhere, such as in 2026-11-21 - 2026-11-30. */
const date =
  /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$|\b(?:19|20)\d\d([-/.])\d{1,2}\2\d{1,2}\b|\b\d{1,2}([-/.])\d{1,2}\3(?:19|20)\d\d\b/;
/** Months such as 2026-11 or 11/2026. */
const month = /^(\d{4})[-/](?:0[1-9]|1[0-2])$|^(?:0[1-9]|1[0-2])[-/](\d{4})$/;
/** Years before and after this one that count as part of a month; 12/2000 is a division. */
const nearYears = 20;
/** Phone numbers, and other numbers that begin with a zero. */
const phone = /^\+|(?<![\d.,])0\d|^(?:\d{1,3}-)+\d{3}-\d{4}$/;

function isMonth(text: string, thisYear: number): boolean {
  const [, first, last] = month.exec(text) ?? [];
  const year = first ?? last;
  return year !== undefined && Math.abs(Number(year) - thisYear) <= nearYears;
}

/**
 * Whether a text is arithmetic: it begins with `=`, or is a complete calculation and not a date, month or phone
 * number.
 */
export function looksLikeSum(text: string, thisYear = new Date().getFullYear()): boolean {
  const typed = text.trim();
  if (typed.startsWith("=")) return true;
  if (!/^[\d\s.,()+*/%^×÷−-]+$/.test(typed) || !/\d/.test(typed)) return false;
  if (isMonth(typed, thisYear) || [date, phone].some((other) => other.test(typed))) return false;
  return /[\d)%]\s*[-+*/^×÷−%]/.test(typed) && !("error" in calculate(typed));
}

/**
 * Calculates `+ - * / ^ %` and parentheses exactly. An added or subtracted percentage refers to the value before it:
 * `200 + 10%` is 220. Never throws.
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

/** Splits the text into numbers, signs and parentheses. Commas are allowed as thousands separators. */
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

/** A value, and whether it was written as a percentage. */
interface Part {
  value: Fraction;
  percent?: boolean;
}

/**
 * Recursive descent parser, from the lowest precedence to the highest. Each step consumes a token, so it terminates.
 */
class Parser {
  private at = 0;

  constructor(private readonly tokens: string[]) {}

  /** Parses all tokens. Throws if some are left over. */
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
