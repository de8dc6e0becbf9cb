/** Completes a new credit note inside the transaction and checks what it may credit. */
import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "db";
import { balanceOf } from "db/invoice-state";
import { type CreditLine, type CreditNote, creditNotes, type Invoice, invoices, lastCreditNoteFact } from "db/schema";
import { RuleViolation } from "~/core/resource/act.server";
import { documentNumber, nextInSeries } from "~/core/resource/series.server";
import { formatMoney } from "~/core/values/money";
import { formatNumber } from "~/core/values/noun";
import { pick } from "~/core/values/pick";
import { formatDate } from "~/core/values/time-format";
import { today } from "~/core/values/today.server";
import { readCompany } from "~/features/company/company.server";
import { refuseClosed } from "~/features/locking/locking.server";
import { creditedPortion, creditOf, type Portion, remainingPortion } from "./credit-arithmetic";

/** The portion of an invoice to credit; undefined for everything that is not credited yet. */
type Requested = Partial<Portion> | undefined;

/** Returns the line of a credit note before `issueCreditNote` fills it in. */
export const requestedLine = (line: number, quantity: number): CreditLine => ({
  line,
  quantity,
  id: null,
  title: "",
  price: 0,
  discount: 0,
  total: 0,
});

/** Returns the credit notes of an invoice, oldest first. */
export const creditNotesOf = (invoiceId: string, from: Pick<Transaction, "select">) =>
  from.select().from(creditNotes).where(eq(creditNotes.invoiceId, invoiceId)).orderBy(asc(creditNotes.number));

/**
 * Fills in the number, the copies of the invoice and the amounts. Without lines and shipping, it credits everything
 * that is left.
 */
export async function issueCreditNote(tx: Transaction, values: Partial<CreditNote>): Promise<Partial<CreditNote>> {
  const invoice = await creditableInvoice(tx, values.invoiceId ?? "");
  const date = values.date ?? today();
  checkDate(date, invoice);
  await refuseClosed(tx, date, "date");
  const isFullCredit = !values.lines?.length && !values.shippingCharge;
  const credit = creditFor(
    invoice,
    await creditNotesOf(invoice.id, tx),
    isFullCredit ? undefined : requestedPortion(invoice, values),
    values.lines,
  );
  const applied = Math.min(credit.totalAmount, Math.max(balanceOf(invoice), 0));
  refuseLostCredit(invoice, credit.totalAmount - applied);
  const number = await nextInSeries(tx, lastCreditNoteFact);
  return {
    number,
    id: documentNumber((await readCompany(tx)).creditNotePrefix, number),
    date,
    ...pick(
      invoice,
      "issuerId",
      "customerId",
      "customerName",
      "customerCompany",
      "billingEmail",
      "billingPhone",
      "billingAddress",
    ),
    ...credit,
    applied,
    unapplied: credit.totalAmount - applied,
  };
}

async function creditableInvoice(tx: Transaction, id: string): Promise<Invoice> {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id)));
  if (!invoice) throw new RuleViolation({ invoiceId: `There is no invoice ${id || "without a number"}.` });
  if (invoice.deletedAt) throw new RuleViolation({ invoiceId: `${id} is void, so there is nothing to credit.` });
  return invoice;
}

/** Throws if the part that lowers no balance would be the credit of nobody. */
function refuseLostCredit({ id, customerId, customerName }: Invoice, unapplied: number) {
  if (customerId !== null || unapplied === 0) return;
  const credit = formatMoney(unapplied);
  throw new RuleViolation({
    "": `${customerName} is not in the directory, so ${credit} cannot be kept as credit. Record a refund of ${credit} on ${id} first.`,
  });
}

function checkDate(date: string, { id, issueDate }: Invoice) {
  if (date > today()) throw new RuleViolation({ date: `Enter a date that is not after today, ${formatDate(today())}` });
  if (date < issueDate)
    throw new RuleViolation({ date: `Enter a date that is not before ${id} was issued, ${formatDate(issueDate)}` });
}

/** Returns the requested quantities by place. Throws if a line is not on the invoice or is named twice. */
function requestedPortion(
  { id, lines }: Invoice,
  values: Pick<Partial<CreditNote>, "lines" | "shippingCharge">,
): Portion {
  const quantities = lines.map(() => 0);
  const errors: Record<string, string> = {};
  for (const [place, { line, quantity }] of (values.lines ?? []).entries()) {
    if (!lines[line]) errors[`lines.${place}.line`] = `${id} has no line ${formatNumber(line)}`;
    else if (quantities[line]) errors[`lines.${place}.line`] = `Name line ${formatNumber(line)} once`;
    else quantities[line] = quantity;
  }
  if (Object.keys(errors).length > 0) throw new RuleViolation(errors);
  return { quantities, shippingCharge: values.shippingCharge ?? 0 };
}

type Amounts = Pick<CreditNote, "lines" | "shippingCharge" | "tax" | "taxes" | "includesTax" | "totalAmount">;

/** Returns the lines and amounts of a credit for a portion of an invoice. Throws if more is requested than is left. */
function creditFor(
  invoice: Invoice,
  earlier: CreditNote[],
  requested: Requested,
  requestedLines: CreditLine[] = [],
): Amounts {
  const before = creditedPortion(invoice, earlier);
  const left = remainingPortion(invoice, before);
  const portion: Portion = { quantities: [], shippingCharge: 0, ...(requested ?? left) };
  if (requested) checkPortion(invoice, left, portion, requestedLines);
  const { lines, total, ...amounts } = creditOf(invoice, before, portion);
  checkTotal(invoice, earlier, total);
  return {
    ...amounts,
    taxes: amounts.taxes.filter(({ net, tax }) => net !== 0 || tax !== 0),
    includesTax: invoice.includesTax,
    totalAmount: total,
    lines: invoice.lines.flatMap((line, place) => {
      const quantity = portion.quantities[place] ?? 0;
      return quantity > 0 ? [{ ...line, line: place, quantity, total: lines[place] ?? 0 }] : [];
    }),
  };
}

/** Throws if more is requested than is left, at the lines of the request. */
function checkPortion(
  invoice: Invoice,
  left: Portion,
  { quantities, shippingCharge }: Portion,
  requestedLines: readonly CreditLine[],
) {
  const errors: Record<string, string> = {};
  const fieldOf = (place: number) => `lines.${requestedLines.findIndex(({ line }) => line === place)}.quantity`;
  for (const [place, { quantity }] of invoice.lines.entries()) {
    const [wanted, most] = [quantities[place] ?? 0, left.quantities[place] ?? 0];
    if (wanted > most)
      errors[fieldOf(place)] =
        most === 0
          ? `All ${formatNumber(quantity)} of this line are credited already`
          : `Enter at most ${formatNumber(most)}: that is what is left of ${formatNumber(quantity)}`;
  }
  if (shippingCharge > left.shippingCharge)
    errors.shippingCharge = `Enter at most ${formatMoney(left.shippingCharge)}, the shipping that is not credited yet`;
  if (Object.keys(errors).length > 0) throw new RuleViolation(errors);
}

function checkTotal({ id, totalAmount }: Invoice, earlier: CreditNote[], total: number) {
  const left = totalAmount - earlier.reduce((sum, note) => sum + note.totalAmount, 0);
  if (left <= 0)
    throw new RuleViolation({
      "":
        totalAmount > 0
          ? `${id} is credited in full already.`
          : `${id} comes to ${formatMoney(totalAmount)}, so there is nothing to credit.`,
    });
  if (total > left)
    throw new RuleViolation({
      "": `This comes to ${formatMoney(total)}, and ${formatMoney(left)} of ${id} can still be credited. Credit its lines below 0 with it.`,
    });
  if (total <= 0)
    throw new RuleViolation({ "": `This comes to ${formatMoney(total)}. Enter the quantities to credit.` });
}
