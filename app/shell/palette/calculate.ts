/** Arithmetic in the command palette. It has its own parser because the Content-Security-Policy forbids `eval`. */

/** A result, as `shown` to people and as `copied` for other programs, or an error message. */
type Calculation = { shown: string; copied: string; exact: boolean } | { error: string };

/** Maximum input length, in characters. */
const maxLength = 200;
/** Exclusive limit of the numbers that are shown. Below it, whole numbers are exact. */
const largest = 1e15;

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
  if (!/^[\d\s.,()+*/%×÷−-]+$/.test(typed) || !/\d/.test(typed)) return false;
  if (isMonth(typed, thisYear) || [date, phone].some((other) => other.test(typed))) return false;
  return /[\d)%]\s*[-+*/×÷−%]/.test(typed) && !("error" in calculate(typed));
}

/**
 * Calculates `+ - * / %` and parentheses. An added or subtracted percentage refers to the value before it:
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

/** Formats twelve significant digits, and all digits of a large whole number. */
function result(value: number): Calculation {
  if (Math.abs(value) >= largest) throw new CannotCalculate("The result is too large to be shown.");
  const maximumSignificantDigits = Math.abs(value) < 1e12 ? 12 : 15;
  const text = (useGrouping: boolean) => value.toLocaleString("en-US", { maximumSignificantDigits, useGrouping });
  const copied = text(false);
  return { shown: text(true), copied, exact: Math.abs(Number(copied) - value) <= Math.abs(value) * 1e-14 };
}

/**
 * Removes the error of binary fractions, such as in 0.1 + 0.2, which is relative to the largest of the value and its
 * operands; -0 becomes 0.
 */
function clean(value: number, ...operands: number[]): number {
  const largest = Math.max(...[value, ...operands].map(Math.abs));
  const lost =
    largest > 0 && value !== 0 ? Math.floor(Math.log10(largest)) - Math.floor(Math.log10(Math.abs(value))) : 0;
  return Number(value.toPrecision(Math.max(15 - lost, 1))) + 0;
}

const signs: Record<string, string> = { "×": "*", "÷": "/", "−": "-", ":": "/" };

/** Splits the text into numbers, signs and parentheses. Commas are allowed as thousands separators. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let rest = text; rest !== "";) {
    const found =
      /^(?:\s+|(\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,.])|\d+\.?\d*(?![\d,.])|\.\d+(?![\d,.])|[-+*/%()×÷−:]))/.exec(rest);
    if (!found)
      throw new CannotCalculate(
        /^[\d.,]/.test(rest) ? "Write numbers as 1234.5 or 1,234.5." : `“${[...rest][0]}” has no place in a sum.`,
      );
    if (found[1]) tokens.push(signs[found[1]] ?? found[1].replaceAll(",", ""));
    rest = rest.slice(found[0].length);
  }
  return tokens;
}

/** A value, and whether it was written as a percentage. */
interface Part {
  value: number;
  percent?: boolean;
}

/**
 * Recursive descent parser, from the lowest precedence to the highest. Each step consumes a token, so it terminates.
 */
class Parser {
  constructor(private readonly tokens: string[]) {}

  /** Parses all tokens. Throws if some are left over. */
  all(): number {
    const value = this.sum();
    const [over] = this.tokens;
    if (over === ")") throw new CannotCalculate("A parenthesis is closed that was not opened.");
    if (over !== undefined) throw new CannotCalculate(`A sign is missing before ${over}.`);
    return value;
  }

  /** Takes the next token if it is one of `wanted`. */
  private take(...wanted: string[]) {
    return wanted.includes(this.tokens[0] ?? "") ? this.tokens.shift() : undefined;
  }

  private sum(): number {
    let { value } = this.product();
    for (let sign = this.take("+", "-"); sign; sign = this.take("+", "-")) {
      const right = this.product();
      const amount = right.percent ? value * right.value : right.value;
      value = clean(sign === "+" ? value + amount : value - amount, value, amount);
    }
    return value;
  }

  private product(): Part {
    let part = this.signed();
    for (let sign = this.take("*", "/"); sign; sign = this.take("*", "/")) {
      const { value } = this.signed();
      if (sign === "/" && value === 0) throw new CannotCalculate("Nothing can be divided by zero.");
      part = { value: clean(sign === "*" ? part.value * value : part.value / value) };
    }
    return part;
  }

  private signed(): Part {
    const sign = this.take("+", "-");
    if (!sign) return this.percentage();
    const part = this.signed();
    return sign === "-" ? { ...part, value: clean(-part.value) } : part;
  }

  private percentage(): Part {
    let part: Part = { value: this.number() };
    while (this.take("%")) part = { value: clean(part.value / 100), percent: true };
    return part;
  }

  private number(): number {
    const token = this.tokens.shift();
    if (token === undefined) throw new CannotCalculate("The sum is not complete.");
    if (/\d/.test(token)) return Number(token);
    if (token !== "(") throw new CannotCalculate(`A number is missing before ${token}.`);
    const value = this.sum();
    if (this.tokens.length === 0) throw new CannotCalculate("A parenthesis is not closed.");
    if (!this.take(")")) throw new CannotCalculate(`A sign is missing before ${this.tokens[0]}.`);
    return value;
  }
}
