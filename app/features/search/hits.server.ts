/** Builds the search result of each kind of record. */
import { fold } from "db/fold";
import type { CreditNote, Faq, Invoice, InvoiceDraft, Order, Payment, Product, Ticket, User } from "db/schema";
import { type SearchKind, searchKinds } from "db/search";
import { timeZone } from "db/company-settings";
import { findDocumentId } from "~/features/invoices/document-id.server";
import { invoiceStates } from "~/features/invoices/invoice-state-text";
import { invoiceStateOn } from "db/invoice-state";
import { resourceOf } from "~/core/resource/registry.server";
import { formatMoney } from "~/core/values/money";
import { today } from "~/core/values/today.server";
import { labelOf } from "~/features/payments/label";
import { valueOf } from "~/features/payments/unallocated";
import type { Message } from "~/features/support/tickets/search.server";
import { plainText } from "~/features/support/markdown.server";
import { formatDate, formatDay } from "~/core/values/time-format";
import { markText, snippet } from "~/core/list/highlight.server";

/** A record that was found. */
export interface Hit {
  href: string;
  title: string;
  detail: string;
  /** Title and detail as safe HTML, with `<mark>` around the search words. */
  marked: [title: string, detail: string];
}

interface KindDetails {
  href?: string;
  title: string;
  detail: (string | undefined)[];
}

const moment = (at: Date) => formatDay(at, timeZone());

const stateTitle = (invoice: Invoice) =>
  invoiceStates.find(({ value }) => value === invoiceStateOn(invoice, today()))?.title;

/** Returns the names that contain the words, best match first, as one short line. */
function matchingNames(words: string[], names: string[]): string {
  const found = names.map((name) => {
    const text = fold(name);
    return { name, times: words.filter((word) => text.includes(word)).length };
  });
  const best = found.filter(({ times }) => times > 0).sort((one, other) => other.times - one.times);
  return snippet(best.map(({ name }) => name).join(", "), words, 60);
}

const kindDetails = {
  users: ({ name, email, role, status }: User): KindDetails => ({ title: name, detail: [email, role, status] }),
  products: ({ title, code, category, price, status }: Product): KindDetails => ({
    title,
    detail: [code, category, formatMoney(price), status],
  }),
  orders: ({ id, customerName, status, totalAmount, createdAt, items }: Order, words: string[]): KindDetails => {
    const names = items.map(({ name }) => name);
    return {
      title: `Order #${id}`,
      detail: [customerName, matchingNames(words, names), status, formatMoney(totalAmount), moment(createdAt)],
    };
  },
  invoices: (invoice: Invoice, words: string[]): KindDetails => ({
    title: invoice.id,
    detail: [
      invoice.customerName,
      matchingNames(
        words,
        invoice.lines.map(({ title }) => title),
      ),
      stateTitle(invoice),
      formatMoney(invoice.totalAmount),
      `due ${formatDate(invoice.dueDate)}`,
    ],
  }),
  payments: (payment: Payment): KindDetails => ({
    title: labelOf(payment),
    detail: [
      payment.customerName,
      payment.reference,
      payment.method,
      formatMoney(valueOf(payment)),
      formatDate(payment.date),
    ],
  }),
  creditNotes: (
    { id, customerName, invoiceId, lines, reason, totalAmount, date }: CreditNote,
    words: string[],
  ): KindDetails => ({
    title: id,
    detail: [
      customerName,
      matchingNames(
        words,
        lines.map(({ title }) => title),
      ),
      `for ${invoiceId}`,
      reason,
      formatMoney(totalAmount),
      formatDate(date),
    ],
  }),
  invoiceDrafts: ({ id, customerName, totalAmount, createdAt }: InvoiceDraft): KindDetails => ({
    title: `Draft ${id}`,
    detail: [
      customerName || "Customer not chosen yet",
      totalAmount === null ? "" : formatMoney(totalAmount),
      moment(createdAt),
    ],
  }),
  tickets: ({ id, subject, requesterName, status, priority }: Ticket): KindDetails => ({
    title: subject,
    detail: [`#${id}`, requesterName, status, priority],
  }),
  faqs: (faq: Faq): KindDetails => ({
    title: faq.question,
    detail: [faq.topic],
    href: faq.status !== "Draft" ? `/support/faqs/${faq.id}` : undefined,
  }),
};

/** Returns a record as a search result. A ticket found by a `message` links to the message. */
export function hitOf(kind: SearchKind, row: { id: number | string }, words: string[], message?: Message): Hit {
  const { title, detail, href } = (kindDetails[kind] as (row: unknown, words: string[]) => KindDetails)(row, words);
  const text = kind === "faqs" ? (row as Faq).answer : message?.body;
  const more = text && snippet(plainText(text, Infinity), words);
  const line = [...detail, more].filter(Boolean).join(" · ");
  return {
    href: message?.href ?? href ?? recordsOf(kind).href(String(row.id)),
    title,
    detail: line,
    marked: [markText(title, words), markText(line, words)],
  };
}

/** All searchable kinds, in display order. */
export const foundKinds = Object.keys(searchKinds) as SearchKind[];

export function recordsOf(kind: SearchKind) {
  const records = resourceOf(kind);
  if (!records) throw new Error(`No records are called ${kind}.`);
  return records;
}

/** The kinds whose numbers people write, and how they do; for invoices and credit notes see `findDocumentId`. */
const written: Partial<Record<SearchKind, RegExp>> = {
  orders: /^(?:order\s*)?#?(\d{1,9})$/i,
  payments: /^(?:(?:payment|refund|applied credit)\s*)?#?(\d{1,9})$/i,
  invoiceDrafts: /^(?:invoice\s*)?draft\s*#?(\d{1,9})$/i,
  tickets: /^(?:ticket\s*)?#?(\d{1,9})$/i,
};

/** Returns the record id if the text is the number of a record of this kind. */
export async function idFromQuery(kind: SearchKind, q: string): Promise<string | undefined> {
  if (kind === "invoices" || kind === "creditNotes") return findDocumentId(kind, q);
  return written[kind]?.exec(q.trim())?.[1];
}
