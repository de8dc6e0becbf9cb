/** Finds the records named in texts: "order #7", "ticket #12", "INV-0009". */

/** The addresses of those that a reader may open. */
export type Opened = ReadonlySet<string>;

const recordPattern =
  /(?<![\p{L}\p{N}-])(?:(order|ticket) #([1-9]\d{0,14})|([A-Z][A-Z\d-]{0,11}-\d{4,15}))(?![\p{L}\p{N}-])/giu;

export interface NamedRecord {
  kind: "orders" | "tickets" | "invoices";
  id: string;
  from: number;
  to: number;
  /** Address of the record, for users who may open it. */
  href: string;
}

/** Returns the records named in a text, in order. */
export function recordsNamedIn(text: string): NamedRecord[] {
  return [...text.matchAll(recordPattern)].map(({ 0: whole, 1: word, 2: number = "", 3: invoice, index }) => ({
    from: index,
    to: index + whole.length,
    ...placeOf(word, number, invoice),
  }));
}

function placeOf(
  word: string | undefined,
  number: string,
  invoice: string | undefined,
): Pick<NamedRecord, "kind" | "id" | "href"> {
  if (invoice)
    return { kind: "invoices", id: invoice.toUpperCase(), href: `/invoices/${invoice.toUpperCase()}/details` };
  if (word?.toLowerCase() === "order") return { kind: "orders", id: number, href: `/orders/${number}` };
  return { kind: "tickets", id: number, href: `/support/tickets/${number}` };
}
