/** Numbers and days as much of the world writes them, where a whole column can mean nothing else. The rules read `1234.56` and `2026-11-21`. */

/** How a column's cells are written, where that is not as the rules read them. */
export const dayFormats = [
  { value: "day-first", title: "Day first: 31/12/2026" },
  { value: "month-first", title: "Month first: 12/31/2026" },
] as const;

type DayFormat = (typeof dayFormats)[number]["value"];
type Format = DayFormat | "comma";

/** What a column is taken for, as it is written down: a field, and behind a colon the format of its cells where that has a name. */
export function takenFor(entry: string): { field: string; format?: Format } {
  const [field = "", format] = entry.split(":");
  return format ? { field, format: format as Format } : { field };
}

export const asTaken = (field: string, format: Format | undefined) => (format ? `${field}:${format}` : field);

/** A cell as the rules read it; as it is where it is not of that format. */
export function readAs(format: Format | undefined, cell: string): string {
  if (format === undefined) return cell;
  if (format === "comma") return withComma.test(cell.trim()) ? cell.trim().replace(/[.\s'’](?=\d)/g, "").replace(",", ".").replace("−", "-") : cell;
  const [, first = "", second = "", year = ""] = writtenDay.exec(cell.trim()) ?? [];
  const [day, month] = format === "day-first" ? [first, second] : [second, first];
  return year && Number(month) <= 12 ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : cell;
}

// However many decimals there are: `12.345` is of both sorts, and so tells of neither. `0.500` is of one, because no group of thousands begins with 0.
const numbers = (group: string, point: string) => new RegExp(`^[-−]?(?:[1-9]\\d{0,2}([${group}\\s'’])\\d{3}(?:\\1\\d{3})*|\\d+)?(?:[${point}]\\d+)?\\s?%?$`);
const withPoint = numbers(",", ".");
const withComma = numbers(".", ",");
const writtenDay = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

/** What the cells of a column tell of its format, one after the other. */
export class FormatSeen {
  #point = false;
  #comma = false;
  #spaced = false;
  #unsure = false;
  #first = false;
  #second = false;
  #same = false;
  #either: string | undefined;

  constructor(private readonly as: "number" | "day") {}

  see(written: string) {
    const cell = written.trim();
    if (cell === "") return;
    if (this.as === "number") this.#seeNumber(cell);
    else this.#seeDay(cell);
  }

  #seeNumber(cell: string) {
    const [point, comma] = [withPoint.test(cell), withComma.test(cell)];
    this.#point ||= point && !comma;
    this.#comma ||= comma && !point;
    this.#spaced ||= comma && /\d[\s'’]\d/.test(cell);
    this.#unsure ||= comma && point && /[.,]/.test(cell);
  }

  #seeDay(cell: string) {
    const [, first, second] = writtenDay.exec(cell) ?? [];
    if (first === undefined) return;
    if (cell.includes(".")) this.#first = true; // with dots nobody writes the month first
    else if (Number(first) > 12) this.#first = true;
    else if (Number(second) > 12) this.#second = true;
    else if (first.padStart(2, "0") !== second?.padStart(2, "0")) this.#either ??= cell;
    else this.#same = true;
  }

  /** The one format that all of them are of; nothing where they are as the rules read them, or of no format at all. */
  get format(): Format | undefined {
    // What is grouped by spaces alone may have either for its decimals.
    if (this.as === "number") return !this.#point && (this.#comma || (this.#spaced && !this.#unsure)) ? "comma" : undefined;
    if (this.#first !== this.#second) return this.#first ? "day-first" : "month-first";
    return this.#same && this.#either === undefined ? "day-first" : undefined;
  }

  /** A cell that could be of two days, where nothing in its column tells of which. */
  get unclear(): string | undefined {
    return this.as === "day" && this.#first === this.#second ? this.#either : undefined;
  }
}
