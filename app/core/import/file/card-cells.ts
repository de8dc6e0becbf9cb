/** Removes payment card data from a file's cells: security codes, and all but the last four digits of card numbers. */
import { howMany } from "~/core/values/noun";
import { maskCards, maskLong } from "~/core/values/cards";
import { normalizeName, titleOf } from "./guess";

const codes =
  /^(?:(?:credit|debit|payment)?card|cc)?(?:cvc|cvv|csc|cav|securitycode|verification(?:code|value|number)|pin)2?(?:code|value|number|no)?$|^cv[cv]cv[cv]$|^cardcode$|^(?:karten)?prufnummer$|^sicherheitscode$|^cryptogramme$|^codedesecurite$|^codigodeseguridad$|^codicedisicurezza$/;
const plainPin = /^pin(?:code|number|no)?$/; // may also be a postal code or the PIN of a phone
const numbers =
  /^(?:credit|debit|payment|bank)?card(?:no|nr|num|number)?$|^cc(?:no|num|number)?$|^pan$|^(?:kredit)?karten?(?:nr|nummer)?$/;

/**
 * Words that always mean a security code, whatever stands beside them: "CVC (3 digits)", "payment.cvv", "CVV2/CVC2",
 * "customerCvv".
 */
const codeWords = new Set([
  "cvc",
  "cvc2",
  "cvv",
  "cvv2",
  "cvn",
  "cvn2",
  "kartenprufcode",
  "kartenprufziffer",
  "cryptogramme",
]);

const wordsOf = (head: string) =>
  head
    .normalize("NFKD")
    .replace(/[\p{Cf}\p{M}]/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

const isCode = (head: string) =>
  (codes.test(normalizeName(head)) && !plainPin.test(normalizeName(head))) ||
  wordsOf(head).some((word) => codeWords.has(word));

/** Converts a file's column names, and then its rows, to what may be stored. */
export class CardCells {
  /** Column names, without columns of security codes. */
  readonly heads: string[];
  private readonly columns: ("kept" | "number" | "code")[];
  private readonly leftOut: string[];
  private masked = 0;

  constructor(heads: string[]) {
    this.columns = heads.map((head) => (isCode(head) ? "code" : numbers.test(normalizeName(head)) ? "number" : "kept"));
    this.heads = this.withoutCodes(heads).map(maskCards);
    this.leftOut = heads.flatMap((head, index) =>
      this.columns[index] === "code" ? [`“${maskCards(titleOf(head, index))}”`] : [],
    );
  }

  /** Returns the cells of a row, for the columns of `heads`. */
  cells(cells: string[]): string[] {
    const masked = cells.map((cell, place) => maskCards(this.columns[place] === "number" ? maskLong(cell) : cell));
    this.masked += masked.filter((cell, place) => cell !== cells[place]).length;
    return this.withoutCodes(masked);
  }

  /** Describes what was left out and masked; "" if nothing was. */
  get said(): string {
    const columns =
      this.leftOut.length > 0 ? ` Left out: ${this.leftOut.join(", ")}, because codes of cards are never kept.` : "";
    const cells =
      this.masked > 0
        ? ` Card numbers in ${howMany(this.masked, "cell")} were masked: their last four digits are kept.`
        : "";
    return columns + cells;
  }

  private withoutCodes(cells: string[]): string[] {
    return cells.filter((_, place) => this.columns[place] !== "code");
  }
}
