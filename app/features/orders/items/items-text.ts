/**
 * Formats the items of an order as one text: `2 × Trail Backpack 28L; 1 × Gift wrapping @ 4.50`. An ambiguous name is
 * quoted. Browser-safe.
 */
import type { OrderItem } from "db/schema";

export const example = "2 × Trail Backpack 28L; 1 × Gift wrapping @ 4.50";

/** An item as written in a file. */
export interface WrittenItem {
  quantity: string;
  name: string;
  price?: string;
  /** Set for a quoted name, so that `#5` is not read as a product id. */
  isExact?: true;
}

const plainItem = /^(\d+)\s*[×x*]\s*(\S.*?)(?:\s+@\s*(\S+))?$/i;
const head = /^(\d+)[^\S\n]*[×x*][^\S\n]*/i;
const quotedName = /^"([^"]*(?:""[^"]*)*)"/;
const priceTail = /^(?:[^\S\n]+@[^\S\n]*([^\s;]+))?[^\S\n]*(?=[;\n]|$)/;

/** Reads back as these items, whatever they are called. */
export const itemsText = (items: Pick<OrderItem, "quantity" | "name">[]) =>
  items.map(({ quantity, name }) => itemText({ quantity: String(quantity), name })).join("; ");

export const itemText = ({ quantity, name, price }: WrittenItem) =>
  `${quantity} × ${isPlain(name) ? name : quoted(name)}${price ? ` @ ${price}` : ""}`;

const isPlain = (name: string) => !/[;\n]|^["#]|^\s|\s$/.test(name) && plainItem.exec(`1 × ${name}`)?.[2] === name;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Parses the items of a text, or returns the part that is not an item. The names in `had` are recognized as a whole,
 * even with a semicolon or an `@` and without quotes.
 */
export function readItemsText(text: string, had: string[]): WrittenItem[] | { wrong: string } {
  const items: WrittenItem[] = [];
  for (let rest = afterGaps(text); rest !== "";) {
    const found = firstOf(rest, had);
    if (!found) return { wrong: partOf(rest) };
    items.push(found.item);
    rest = afterGaps(rest.slice(found.length));
  }
  return items;
}

const afterGaps = (text: string) => text.replace(/^[\s;]+/, "");
const partOf = (text: string) => (/^[^;\n]*/.exec(text)?.[0] ?? "").trim();

interface ParsedItem {
  item: WrittenItem;
  length: number;
}

/**
 * Parses the first item: as exported if the order has such an item, then a known name without its quotes, then as
 * written.
 */
function firstOf(text: string, had: string[]): ParsedItem | undefined {
  const ways = [inQuotes(text), parsePlainItem(text)].filter((way) => way !== undefined);
  return ways.find(({ item }) => had.includes(item.name)) ?? parseKnownItem(text, had) ?? ways[0];
}

function parsePlainItem(text: string): ParsedItem | undefined {
  const [written = "", quantity = "", name = "", price] = plainItem.exec(partOf(text)) ?? [];
  return written ? { item: { quantity, name, price }, length: written.length } : undefined;
}

function inQuotes(text: string): ParsedItem | undefined {
  const [start = "", quantity = ""] = head.exec(text) ?? [];
  const [name, inside = ""] = (start && quotedName.exec(text.slice(start.length))) || [];
  return name === undefined
    ? undefined
    : endingAt(text, start.length + name.length, {
        quantity,
        name: inside.replaceAll('""', '"'),
        isExact: true,
      });
}

function parseKnownItem(text: string, had: string[]): ParsedItem | undefined {
  const [start = "", quantity = ""] = head.exec(text) ?? [];
  const names = had
    .filter((name) => start && name && text.startsWith(name, start.length))
    .sort((one, other) => other.length - one.length);
  for (const name of names) {
    const found = endingAt(text, start.length + name.length, { quantity, name });
    if (found) return found;
  }
  return undefined;
}

function endingAt(text: string, end: number, item: WrittenItem): ParsedItem | undefined {
  const [rest, price] = priceTail.exec(text.slice(end)) ?? [];
  return rest === undefined ? undefined : { item: { ...item, price }, length: end + rest.length };
}
