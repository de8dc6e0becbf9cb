/**
 * Number and date formats of a column, if its cells are unambiguous or the user chooses one. Validation rules expect
 * `1234.56` and `2026-11-21`.
 */

import { currencyCode, currencySign } from "~/core/values/money";
import { dayInNumbers, isoMoment, momentInNumbers } from "~/core/values/moments";

/** Kinds of cells that spreadsheets write in several ways. */
export type Kind = "number" | "money" | "day";

/** Formats that the user can choose from if the cells are ambiguous. */
const dayFormats = [
  { value: "day-first", title: "Day first: 31/12/2026" },
  { value: "month-first", title: "Month first: 12/31/2026" },
] as const;

const numberFormats = [
  { value: "point", title: "A point for decimals: 1,234.50" },
  { value: "comma", title: "A comma for decimals: 1.234,50" },
] as const;

export const formatsOf = (kind: Kind) => (kind === "day" ? dayFormats : numberFormats);

type Chosen = (typeof dayFormats | typeof numberFormats)[number]["value"];
/**
 * `year-first`: unambiguous dates and times in other notations than the rules expect. `spaced`: thousands separated by
 * spaces, without decimals.
 */
export type Format = Chosen | "year-first" | "spaced";

/** Returns an example of a format that users can choose: "31/12/2026". */
export const exampleOf = (format: Format | undefined) =>
  [...dayFormats, ...numberFormats].find(({ value }) => value === format)?.title.split(": ")[1];

/** Returns the chosen format, if the kind has it. */
export const chosenFormat = (kind: Kind | undefined, format: string | undefined): Chosen | undefined =>
  kind ? formatsOf(kind).find(({ value }) => value === format)?.value : undefined;

/** Parses a stored column mapping: a field, optionally followed by a colon and the format of its cells. */
export function parseColumnEntry(entry: string): { field: string; format?: Format } {
  const [field = "", format] = entry.split(":");
  return format ? { field, format: format as Format } : { field };
}

export const columnEntry = (field: string, format: Format | undefined) => (format ? `${field}:${format}` : field);

/**
 * Converts a cell to what the rules expect; unchanged if it does not match the format. A time without a zone is left
 * without one.
 */
export function readAs(format: Format | undefined, cell: string): string {
  if (format === undefined) return cell;
  if (format === "point" || format === "comma" || format === "spaced")
    return numberAs(format === "point" ? "point" : "comma", cell);
  const moment = isoMoment(cell);
  if (moment !== undefined || format === "year-first") return moment ?? cell;
  if (format === "month-first" && dayInNumbers(cell)?.isDotted) return cell; // dotted dates never have the month first
  return momentInNumbers(cell, format) ?? cell;
}

function numberAs(format: "point" | "comma", cell: string): string {
  const number = withoutCurrency(cell.trim());
  if (!(format === "point" ? withPoint : withComma).test(number) || !/\d/.test(number)) return cell;
  const plain = number.replace(format === "point" ? /[,\s'’](?=\d)/g : /[.\s'’](?=\d)/g, "").replace("−", "-");
  return format === "point" ? plain : plain.replace(",", ".");
}

/** Whether a number is clearly in the other format than its column, so that reading it would change its value. */
export function isOtherwise(format: Format | undefined, cell: string): boolean {
  const number = withoutCurrency(cell.trim());
  if (format === "point") return withComma.test(number) && !withPoint.test(number);
  return format === "comma" && withPoint.test(number) && !withComma.test(number);
}

/** Removes the sign or the code of the company's currency. */
function withoutCurrency(cell: string): string {
  if (cell.length > 40) return cell;
  const [, minus = "", before = "", number = "", after = ""] = marked.exec(cell) ?? [];
  return before + after && isOwnCurrency(before) && isOwnCurrency(after) ? minus + number : cell;
}

/** An amount between marks of its currency, in groups: minus, mark, number, mark. */
const marked = /^([-−]?)\s*([a-z]{0,3}\p{Sc}|[a-z]{3})?\s*([-−]?[\d.,].*?)\s*([a-z]{0,3}\p{Sc}|[a-z]{3})?$/iu;

/** Whether a mark beside an amount is that of the company's currency, such as `$`, `US$` or `USD`; or none. */
export function isOwnCurrency(mark: string): boolean {
  const [code, sign] = [currencyCode(), currencySign()];
  return ["", code, sign, code.slice(0, 2) + sign].includes(mark.toUpperCase());
}

// With any number of decimals: `12.345` matches both formats and so reveals neither, while `0.500` matches one, as no
// group of thousands begins with 0.
const numbers = (group: string, point: string) =>
  new RegExp(`^[-−]?(?:[1-9]\\d{0,2}([${group}\\s'’])\\d{3}(?:\\1\\d{3})*|\\d+)?(?:[${point}]\\d+)?\\s?%?$`);
const withPoint = numbers(",", ".");
const withComma = numbers(".", ",");

/** Collects what the cells of a column reveal about its format. */
export class FormatSeen {
  /** The first cells that fit only one format. */
  #point: string | undefined;
  #comma: string | undefined;
  #first: string | undefined;
  #second: string | undefined;
  /** The first cell that fits two formats with different meanings. */
  #either: string | undefined;
  #spaced = false;
  #foreign = false;
  #same = false;
  #timed = false;

  constructor(private readonly kind: Kind) {}

  see(written: string) {
    const cell = written.trim();
    if (cell === "") return;
    if (this.kind === "day") this.#seeDay(cell);
    else this.#seeNumber(cell);
  }

  #seeNumber(cell: string) {
    const number = this.kind === "money" ? withoutCurrency(cell) : cell;
    const [point, comma] = [withPoint.test(number), withComma.test(number)];
    if (point && !comma) this.#point ??= cell;
    if (comma && !point) this.#comma ??= cell;
    if (comma && point && /[.,]/.test(number)) this.#either ??= cell;
    this.#spaced ||= comma && /\d[\s'’]\d/.test(number);
    this.#foreign ||= point && this.#isForeign(number, cell);
  }

  /**
   * Whether the rules reject the notation of a number with a decimal point: rules for amounts accept no spaces and no
   * currency after an amount, rules for other numbers no thousands separators.
   */
  #isForeign(number: string, cell: string): boolean {
    if (this.kind === "number") return readAs("point", cell) !== cell;
    return number !== cell || /\d[\s'’]\d.*\.\d{1,2}$/.test(number);
  }

  #seeDay(cell: string) {
    const moment = isoMoment(cell);
    this.#timed ||= moment !== undefined && moment !== cell;
    const written = dayInNumbers(cell);
    if (!written) return;
    const { first, second, isDotted } = written;
    if (isDotted || Number(first) > 12)
      this.#first ??= cell; // dotted dates never have the month first
    else if (Number(second) > 12) this.#second ??= cell;
    else if (first.padStart(2, "0") !== second.padStart(2, "0")) this.#either ??= cell;
    else this.#same = true;
  }

  /** The format of all cells; undefined if they are already as the rules expect, or of no single format. */
  get format(): Format | undefined {
    if (this.kind !== "day") return this.#numberFormat;
    if ((this.#first === undefined) !== (this.#second === undefined))
      return this.#second === undefined ? "day-first" : "month-first";
    if (this.#first !== undefined || this.#either !== undefined) return undefined;
    return this.#same ? "day-first" : this.#timed ? "year-first" : undefined;
  }

  get #numberFormat(): Format | undefined {
    if (this.#point !== undefined) return this.#foreign && this.#comma === undefined ? "point" : undefined;
    if (this.#comma !== undefined) return "comma";
    if (this.#either !== undefined) return undefined;
    return this.#spaced ? "spaced" : this.#foreign ? "point" : undefined;
  }

  /** Asks for the format of the column, if its cells are ambiguous or contradictory. */
  get asks(): string | undefined {
    const [one, other] = this.kind === "day" ? [this.#first, this.#second] : [this.#point, this.#comma];
    const [in1, in2, what] =
      this.kind === "day"
        ? ["its day first", "its month first", "days"]
        : ["a point for its decimals", "a comma", "numbers"];
    if (one !== undefined && other !== undefined)
      return `“${one}” has ${in1} and “${other}” ${in2}: choose how this column writes ${what}. Rows that write them otherwise are refused.`;
    if (one !== undefined || other !== undefined || this.#either === undefined) return undefined;
    const could =
      this.kind === "day" ? "two days" : `${readAs("point", this.#either)} or ${readAs("comma", this.#either)}`;
    return `“${this.#either}” could be ${could}, and nothing else in this column says which: choose how it writes ${what}`;
  }
}
