/** Matches the entries of a bank statement with customers and their open invoices. Browser-safe. */
import { fold } from "db/fold";
import type { Allocation } from "db/schema";

export interface OpenInvoice {
  id: string;
  /** Number in another program. */
  externalNumber: string;
  customerId: number | null;
  customerName: string;
  customerCompany: string;
  billingEmail: string;
  dueDate: string;
  /** Amount that is still to be paid, in cents. */
  balance: number;
}

export interface DirectoryEntry {
  id: number;
  name: string;
  company: string;
  email: string;
}

/** An entry of a bank statement; `cents` is below 0 for money out. */
export interface BankEntry {
  cents: number;
  name: string;
  text: string;
}

export interface Match {
  customerId: number | null;
  customerName: string;
  allocations: Allocation[];
  note: string;
}

/** Longest name that is looked for in a text, in words. */
const maxWords = 5;

/** "INV-0003", "invoice no. 3", "INV 0003, 0004 and 0005": numbers that follow one have at least four digits. */
const invoiceNumbers = /\binv(?:oices?)?[\s.:#-]*(?:n[or°]\.?\s*)?(\d{1,9}(?:(?:[\s,;+&/]|and|INV-?)+\d{4,9})*)/gi;

/** The ids of invoices with any prefix, such as "RE-2026-0003"; other texts may look like one. */
const invoiceIds = /\b[a-z\d]+(?:-[a-z\d]+)*-\d{4,9}\b/gi;

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
const nameKey = (name: string) => wordsOf(name).join(" ");

/** The open invoices and the customers, with what the rows so far take of the balances. */
export class Matcher {
  readonly #invoices = new Map<string, OpenInvoice>();
  readonly #byNumber = new Map<number, OpenInvoice>();
  readonly #numbers = new Map<string, OpenInvoice>();
  readonly #byCustomer = new Map<string, OpenInvoice[]>();
  readonly #byBalance = new Map<number, Set<OpenInvoice>>();
  readonly #named = new Map<string, Set<number>>();
  readonly #names = new Map<number, string>();

  addInvoices(invoices: OpenInvoice[]) {
    for (const invoice of invoices) {
      this.#invoices.set(invoice.id, invoice);
      this.#byNumber.set(Number(invoice.id.slice(invoice.id.lastIndexOf("-") + 1)), invoice);
      if (invoice.externalNumber) this.#numbers.set(nameKey(invoice.externalNumber), invoice);
      const key = customerKey(invoice);
      this.#byCustomer.set(key, [...(this.#byCustomer.get(key) ?? []), invoice]);
      this.#withBalance(invoice).add(invoice);
      const { customerId: id, customerName, customerCompany: company, billingEmail: email } = invoice;
      if (id !== null) this.addCustomers([{ id, name: this.#names.get(id) ?? customerName, company, email }]);
    }
  }

  addCustomers(customers: DirectoryEntry[]) {
    for (const { id, name, company, email } of customers) {
      this.#names.set(id, name);
      for (const key of new Set([nameKey(name), nameKey(company), nameKey(email)])) {
        if (key.length < 3) continue;
        this.#named.set(key, (this.#named.get(key) ?? new Set()).add(id));
      }
    }
  }

  /** Returns what an invoice still needs after the rows so far, in cents; undefined if it is not open. */
  balanceOf = (id: string) => this.#invoices.get(id)?.balance;

  nameOf = (customerId: number) => this.#names.get(customerId);

  /** Takes allocations off the balances. */
  take(allocations: Allocation[]) {
    for (const { invoiceId, amount } of allocations) {
      const invoice = this.#invoices.get(invoiceId);
      if (!invoice) continue;
      this.#withBalance(invoice).delete(invoice);
      invoice.balance -= amount;
      this.#withBalance(invoice).add(invoice);
    }
  }

  /** Returns the customer that an entry names, if it is one alone. */
  customerIn(entry: BankEntry): number | undefined {
    return this.#customerCalled(entry.name, true) ?? this.#customerCalled(`${entry.name} ${entry.text}`, false);
  }

  /** Returns what an entry pays: invoices that it names, those of a customer that it names, or one of its amount. */
  match(entry: BankEntry): Match | undefined {
    const named = this.#invoicesNamed(`${entry.text} ${entry.name}`);
    const [first] = named;
    if (first) {
      const same = named.filter((invoice) => customerKey(invoice) === customerKey(first));
      return this.#spread(entry.cents, first, same, "By the invoice number in its text");
    }
    const customerId = this.customerIn(entry);
    const alike = [...(this.#byBalance.get(entry.cents) ?? [])].filter(({ balance }) => balance > 0);
    if (customerId !== undefined) {
      const payer = { customerId, customerName: this.#names.get(customerId) ?? "" };
      const exact = alike.filter((invoice) => invoice.customerId === customerId);
      return this.#spread(entry.cents, payer, exact.slice(0, 1), "By the customer’s name");
    }
    const [only, ...others] = alike;
    return only && others.length === 0
      ? this.#spread(entry.cents, only, [only], "By the amount only: check the customer")
      : undefined;
  }

  /** Returns `first` and then the customer's other open invoices, each oldest due date first, as far as it goes. */
  #spread(
    cents: number,
    { customerId, customerName }: Pick<OpenInvoice, "customerId" | "customerName">,
    first: OpenInvoice[],
    note: string,
  ): Match {
    const theirs = this.#byCustomer.get(customerKey({ customerId, customerName })) ?? [];
    const byDueDate = (invoices: OpenInvoice[]) =>
      invoices.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate) || one.id.localeCompare(other.id));
    let rest = cents;
    const allocations = [...byDueDate(first), ...byDueDate(theirs.filter((one) => !first.includes(one)))].flatMap(
      ({ id, balance }) => {
        const amount = Math.min(rest, Math.max(balance, 0));
        rest -= amount;
        return amount > 0 ? [{ invoiceId: id, amount }] : [];
      },
    );
    return {
      customerId,
      customerName: (customerId !== null && this.#names.get(customerId)) || customerName,
      allocations,
      note,
    };
  }

  #withBalance({ balance }: OpenInvoice): Set<OpenInvoice> {
    const found = this.#byBalance.get(balance) ?? new Set();
    this.#byBalance.set(balance, found);
    return found;
  }

  #invoicesNamed(text: string): OpenInvoice[] {
    const ids: string[] = [];
    const withoutIds = text.replace(invoiceIds, (written) => {
      const id = written.toUpperCase();
      if (!this.#invoices.has(id) || /^INV-\d+$/.test(id)) return written; // numbers may follow "INV-0003"
      ids.push(id);
      return " ";
    });
    const numbered = [...withoutIds.matchAll(invoiceNumbers)].flatMap(([, numbers = ""]) =>
      [...numbers.matchAll(/\d+/g)].flatMap(([digits]) => this.#byNumber.get(Number(digits))?.id ?? []),
    );
    const words = wordsOf(text);
    const external = phrasesOf(words).flatMap((phrase) => this.#numbers.get(phrase)?.id ?? []);
    return [...new Set([...numbered, ...ids, ...external])].flatMap((id) => {
      const invoice = this.#invoices.get(id);
      return invoice && invoice.balance > 0 ? [invoice] : [];
    });
  }

  #customerCalled(text: string, isExactName: boolean): number | undefined {
    const phrases = isExactName ? [nameKey(text)] : phrasesOf(wordsOf(text)).filter((phrase) => phrase.length > 5);
    const found = new Set(
      phrases.flatMap((phrase) => {
        const ids = this.#named.get(phrase);
        return ids?.size === 1 ? [...ids] : [];
      }),
    );
    return found.size === 1 ? [...found][0] : undefined;
  }
}

/** Returns all runs of up to `maxWords` words. */
const phrasesOf = (words: string[]) =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(maxWords, words.length - from) }, (_, more) =>
      words.slice(from, from + more + 1).join(" "),
    ),
  );

const customerKey = ({ customerId, customerName }: Pick<OpenInvoice, "customerId" | "customerName">) =>
  customerId === null ? `called ${customerName}` : String(customerId);
