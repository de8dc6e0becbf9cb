/** Proposes what each entry of a bank file is booked as, before the dry run, in the order of the file. */
import { createHash } from "node:crypto";
import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { db, write } from "db";
import { selectBalance, whereInvoiceUnpaid } from "db/invoice-conditions";
import { type Import, importRows, invoices, payments, type RowProposal, users } from "db/schema";
import { referenceText } from "~/core/form/record-reference";
import type { GivenCells, Importer } from "~/core/import/importer.server";
import { type FileRecord, recordsOf } from "~/core/import/records.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { formatMoney } from "~/core/values/money";
import { pick } from "~/core/values/pick";
import { creditOf } from "../credit.server";
import { allocationsText, entryOf, readAllocations } from "./cells";
import { type Match, Matcher } from "./match";

/** Stores the proposal of each row. What a user chose for a row stays. */
export async function propose(importer: Importer, file: Import) {
  const proposer = new Proposer(await loadMatcher());
  for await (const records of recordsOf(file, { ...importer, proposals: undefined })) {
    const proposals: { line: number; proposal: RowProposal }[] = [];
    const keys = records.map(({ given }) => proposer.keyOf(given));
    const known = await importedKeys(keys);
    for (const [place, { rows, given }] of records.entries()) {
      const bankReference = keys[place] ?? "";
      const proposal = known.has(bankReference)
        ? { cells: { bankReference }, isKnown: true as const }
        : await proposer.propose(given, rows, bankReference);
      proposals.push({ line: rows[0].line, proposal });
    }
    await store(file.id, proposals);
    await yieldToEventLoop();
  }
}

/** Rows loaded per query. */
const batchSize = 2_000;

async function loadMatcher(): Promise<Matcher> {
  const matcher = new Matcher();
  for (let last = 0; ; await yieldToEventLoop()) {
    const some = await db
      .select(pick(users, "id", "name", "company", "email"))
      .from(users)
      .where(and(gt(users.id, last), isNull(users.deletedAt)))
      .orderBy(asc(users.id))
      .limit(batchSize);
    matcher.addCustomers(some);
    if (some.length < batchSize) break;
    last = some.at(-1)?.id ?? last;
  }
  const columns = pick(
    invoices,
    "id",
    "number",
    "externalNumber",
    "customerId",
    "customerName",
    "customerCompany",
    "billingEmail",
    "dueDate",
  );
  for (let last = 0; ; await yieldToEventLoop()) {
    const some = await db
      .select({ ...columns, balance: selectBalance })
      .from(invoices)
      .where(and(gt(invoices.number, last), whereInvoiceUnpaid, isNull(invoices.deletedAt)))
      .orderBy(asc(invoices.number))
      .limit(batchSize);
    matcher.addInvoices(some);
    if (some.length < batchSize) return matcher;
    last = some.at(-1)?.number ?? last;
  }
}

async function importedKeys(keys: string[]): Promise<Set<string>> {
  const { bankReference } = payments;
  const found = await db
    .select({ bankReference })
    .from(payments)
    .where(and(inArray(bankReference, keys), sql`${bankReference} <> ''`, isNull(payments.deletedAt)));
  return new Set(found.map((row) => row.bankReference));
}

class Proposer {
  /** How often each key occurred so far: two equal payments of one day stay two. */
  readonly #occurrences = new Map<string, number>();

  constructor(private readonly matcher: Matcher) {}

  /** Returns the key of an entry: its bank reference or a hash of its texts, and its place among equal entries. */
  keyOf(given: GivenCells): string {
    const { cents, name, text } = entryOf(given);
    const said = [given.date ?? "", cents, name, text].map((part) => String(part).trim().toLowerCase());
    const key =
      given.bankReference?.trim() || createHash("sha256").update(JSON.stringify(said)).digest("hex").slice(0, 24);
    const count = (this.#occurrences.get(key) ?? 0) + 1;
    this.#occurrences.set(key, count);
    return `${key.slice(0, 150)}${count > 1 ? ` (${count})` : ""}`;
  }

  async propose(given: GivenCells, [row]: FileRecord["rows"], bankReference: string): Promise<RowProposal> {
    const { cents } = entryOf(given);
    if (row.proposal?.isEdited) {
      const chosen = this.#completed(row.proposal, cents);
      return { ...chosen, cells: { ...chosen.cells, bankReference } };
    }
    if (cents < 0) return this.#moneyOut(given, bankReference);
    const match = cents > 0 ? this.matcher.match(entryOf(given)) : undefined;
    if (!match) return { cells: { bankReference, bookAs: "Payment", customer: "", invoices: "" } };
    this.matcher.take(match.allocations);
    return { cells: { bankReference, bookAs: "Payment", ...cellsOf(match) }, note: match.note };
  }

  /** Money out is skipped, unless it can be a refund: of the credit of a customer whom it names. */
  async #moneyOut(given: GivenCells, bankReference: string): Promise<RowProposal> {
    const entry = entryOf(given);
    const customerId = this.matcher.customerIn(entry);
    const name = customerId === undefined ? undefined : this.matcher.nameOf(customerId);
    const isRefund = customerId !== undefined && (await creditOf(customerId)) >= -entry.cents;
    const customer = name === undefined || customerId === undefined ? "" : referenceText(name, customerId);
    const cells = { bankReference, bookAs: isRefund ? "Refund" : "Skip", customer, invoices: "" };
    return isRefund
      ? { cells, note: "By the customer’s name, from their credit" }
      : { cells, note: "Money out is skipped, unless you choose a refund", isSkipped: true };
  }

  /** Returns a user's choice with an amount for each invoice, and with what is wrong with it beside the other rows. */
  #completed(chosen: RowProposal, cents: number): RowProposal {
    const { bookAs = "Payment", customer = "", invoices: text = "" } = chosen.cells;
    const { problem: _, ...rest } = chosen;
    if (bookAs === "Skip") return { ...rest, isSkipped: true };
    const named = readAllocations(text);
    if (!named)
      return {
        ...rest,
        problem: "Write invoices as INV-0012, or with their amounts as INV-0012 50.00; INV-0013 20.00",
      };
    let left = Math.abs(cents);
    const allocations = named.map(({ invoiceId, amount }) => {
      const taken = amount ?? Math.min(left, Math.max(this.matcher.balanceOf(invoiceId) ?? left, 0));
      left -= taken;
      return { invoiceId, amount: taken };
    });
    const over =
      bookAs === "Payment"
        ? allocations.find((one) => one.amount > (this.matcher.balanceOf(one.invoiceId) ?? Infinity))
        : undefined;
    if (over)
      return {
        ...rest,
        problem: `${over.invoiceId} still needs ${formatMoney(Math.max(this.matcher.balanceOf(over.invoiceId) ?? 0, 0))} after the rows before this one.`,
      };
    if (bookAs === "Payment") this.matcher.take(allocations);
    const invoices = allocationsText(allocations.filter(({ amount }) => amount > 0));
    return { ...rest, cells: { ...chosen.cells, customer, invoices } };
  }
}

const cellsOf = ({ customerId, customerName, allocations }: Match) => ({
  customer: customerId === null ? "" : referenceText(customerName, customerId),
  invoices: allocationsText(allocations),
});

/** Stores proposals in one statement that finds each row by its line. */
const store = (id: string, proposals: { line: number; proposal: RowProposal }[]) =>
  write(
    async (tx) =>
      void tx.run(sql`
        insert into import_rows (import_id, line, proposal)
        select ${id}, value ->> 'line', value -> 'proposal' from json_each(${JSON.stringify(proposals)}) where true
        on conflict (import_id, line) do update set proposal = excluded.proposal`),
  );

/** Whether a file would book refunds: they pay money out. */
export async function hasRefunds({ id }: Pick<Import, "id">): Promise<boolean> {
  const refund = and(
    eq(importRows.importId, id),
    eq(importRows.outcome, "create"),
    sql`${importRows.proposal} -> 'cells' ->> 'bookAs' = 'Refund'`,
  );
  return (await db.$count(importRows, refund)) > 0;
}
