/**
 * Streaming CSV parser (RFC 4180) for any of the usual separators and line breaks, with quotes, and line breaks within
 * quotes.
 */
import { formatNumber } from "~/core/values/noun";

/** A row, and the line of the file on which it begins, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

interface CsvLimits {
  columns: number;
  /** Maximum length of a cell, in characters. */
  cell: number;
}

/** Thrown if a file is not valid CSV. The message is shown to the user. */
export class CsvError extends Error {}

const separators = [",", ";", "\t", "|"];

/** Detects the separator: the most frequent candidate outside quotes in the first line. */
export function separatorOf(start: string): string {
  const [firstLine = ""] = start.replace(/"[^"]*("|$)/g, "").split(/[\r\n]/);
  const count = (separator: string) => firstLine.split(separator).length;
  return separators.reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** Parses text in chunks of any size, and returns the rows completed by each. Skips empty lines. */
export class CsvReader {
  #state: "before" | "plain" | "quoted" | "closed" = "before";
  #cell = "";
  #cells: string[] = [];
  #line = 1;
  /** The line on which the current row, and the last quote, began. */
  #rowLine = 1;
  #quoteLine = 1;
  /** Whether the second half of a line break may still follow. */
  #afterReturn = false;

  constructor(
    private readonly separator: string,
    private readonly limits: CsvLimits,
  ) {}

  /** Parses a chunk. Throws `CsvError`. */
  read(text: string): CsvRow[] {
    const rows: CsvRow[] = [];
    for (let at = 0; at < text.length;) {
      const letter = text.charAt(at);
      const isQuote = letter === '"';
      if (this.#state === "quoted") at = this.#takeQuoted(text, at);
      else if (isQuote && this.#state !== "plain") at = this.#openQuote(at);
      else if (letter === this.separator) at = this.#endCell(at);
      else if (letter === "\r" || letter === "\n") at = this.#endLine(letter, at, rows);
      else at = this.#takePlain(text, at);
    }
    return rows;
  }

  /** Returns the last row, if no line break ends it. Throws `CsvError`. */
  end(): CsvRow[] {
    if (this.#state === "quoted")
      throw new CsvError(
        `The quote that opens on line ${formatNumber(this.#quoteLine)} is never closed. Close it, or take it out.`,
      );
    const rows: CsvRow[] = [];
    this.#endRow(rows);
    return rows;
  }

  /** A quote directly after a closing quote is an escaped quote. */
  #openQuote(at: number): number {
    if (this.#state === "closed") this.#cell += '"';
    else this.#quoteLine = this.#line;
    this.#state = "quoted";
    this.#afterReturn = false;
    return at + 1;
  }

  #takeQuoted(text: string, at: number): number {
    const end = text.indexOf('"', at);
    const piece = text.slice(at, end < 0 ? text.length : end);
    const breaks = piece.match(/\r\n|\r|\n/g)?.length ?? 0;
    this.#line += this.#afterReturn && piece.startsWith("\n") ? breaks - 1 : breaks;
    this.#afterReturn = end < 0 && piece.endsWith("\r");
    this.#add(piece);
    if (end < 0) return text.length;
    this.#state = "closed";
    return end + 1;
  }

  #takePlain(text: string, at: number): number {
    if (this.#state === "closed")
      throw new CsvError(
        `Line ${formatNumber(this.#line)} goes on after a quote that closes. Write a quote within quotes twice, as in "5"" pipe".`,
      );
    let end = at;
    while (end < text.length && !this.#isEnd(text.charAt(end))) end++;
    this.#add(text.slice(at, end));
    this.#state = "plain";
    this.#afterReturn = false;
    return end;
  }

  #isEnd = (letter: string) => letter === this.separator || letter === "\n" || letter === "\r";

  #add(piece: string) {
    this.#cell += piece;
    if (this.#cell.length > this.limits.cell)
      throw new CsvError(
        `A cell on line ${formatNumber(this.#rowLine)} has more than ${formatNumber(this.limits.cell)} characters. Is a quote open there that is never closed?`,
      );
  }

  #endCell(at: number): number {
    this.#cells.push(this.#cell);
    if (this.#cells.length >= this.limits.columns)
      throw new CsvError(
        `Line ${formatNumber(this.#rowLine)} has more than ${formatNumber(this.limits.columns)} columns. Take out those that are not needed.`,
      );
    this.#cell = "";
    this.#state = "before";
    this.#afterReturn = false;
    return at + 1;
  }

  #endLine(letter: string, at: number, rows: CsvRow[]): number {
    const isSecondHalf = letter === "\n" && this.#afterReturn;
    this.#afterReturn = letter === "\r";
    if (isSecondHalf) {
      this.#rowLine = this.#line;
      return at + 1;
    }
    this.#endRow(rows);
    this.#line++;
    this.#rowLine = this.#line;
    return at + 1;
  }

  #endRow(rows: CsvRow[]) {
    const isEmpty = this.#cells.length === 0 && this.#cell === "" && this.#state === "before";
    if (!isEmpty) rows.push({ line: this.#rowLine, cells: [...this.#cells, this.#cell] });
    this.#cells = [];
    this.#cell = "";
    this.#state = "before";
  }
}
