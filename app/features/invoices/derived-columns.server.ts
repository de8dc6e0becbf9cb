/** Completes an invoice inside the transaction and checks the rules for every change of an invoice. */
import type { Transaction } from "db";
import { type Invoice, invoices, lastInvoiceFact, type User } from "db/schema";
import { formatMoney } from "~/core/values/money";
import { maxRows } from "~/core/form/rows";
import { RuleViolation } from "~/core/resource/act.server";
import { documentNumber, nextInSeries } from "~/core/resource/series.server";
import { refuseTakenNumber } from "~/core/import/external-number.server";
import { formatDate } from "~/core/values/time-format";
import { currentIssuer, readCompany } from "~/features/company/company.server";
import { findCustomer } from "~/features/customers/customers.server";
import { refuseLocked } from "~/features/locking/locking.server";
import { checkAgainstPayments } from "~/features/payments/marked-payment.server";
import { markUsed } from "~/features/taxes/tax-rates.server";
import { refuseReinstatement } from "./orders-of-invoices.server";
import { documentSums, lineSum } from "~/features/taxes/document-sums";
import { hasRates } from "~/features/taxes/tax-parts";
import { taxByCustomer } from "./form/customer-tax.server";

interface Change {
  before: Invoice | undefined;
  values: Partial<Invoice>;
}

/** Fills in the number, the company and the customer as they are now, the sums and the moment of completion. */
export async function deriveInvoiceColumns(tx: Transaction, change: Change): Promise<Partial<Invoice>> {
  const { before } = change;
  const customer = await customerCopy(tx, change);
  const taxed = await taxByCustomer(tx, { before, values: { ...change.values, ...customer } });
  return {
    ...(!before && { ...(await nextNumber(tx)), issuerId: (await currentIssuer(tx)).id }),
    ...customer,
    ...taxed,
    ...(await sumsOf(tx, { before, values: { ...change.values, ...taxed } })),
    ...completedOn(change),
  };
}

/** Takes the next number within the transaction, so that a rollback leaves no gap and no duplicate. */
async function nextNumber(tx: Transaction): Promise<Partial<Invoice>> {
  const number = await nextInSeries(tx, lastInvoiceFact);
  return { number, id: documentNumber((await readCompany(tx)).invoicePrefix, number) };
}

/**
 * A new customer's name, company, picture and tax, and how to reach them where the change does not say it: how the
 * last one was reached is of no use.
 */
async function customerCopy(tx: Transaction, { before, values }: Change): Promise<Partial<Invoice>> {
  const { customerId } = values;
  if (customerId == null) {
    if (!before && !values.customerName) throw new RuleViolation({ customer: "Choose a customer" });
    return {};
  }
  if (customerId === before?.customerId) return {};
  const person = await findCustomer(customerId, tx);
  if (!person && !before && values.customerName) return {}; // a copied invoice may name an erased customer
  if (!person) throw new RuleViolation({ customer: "This person is not in the directory. Choose another customer." });
  const { taxTreatment, taxNumber } = person;
  const tax = {
    customerTaxTreatment: values.customerTaxTreatment ?? taxTreatment,
    customerTaxNumber: values.customerTaxNumber ?? taxNumber,
  };
  if (tax.customerTaxTreatment === "reverse charge" && !tax.customerTaxNumber)
    throw new RuleViolation({
      customer: `Invoices by reverse charge have to show the customer's tax number. Enter that of ${person.name} under Users first.`,
    });
  return {
    ...tax,
    customerName: (!before && values.customerName) || person.name,
    customerCompany: (!before && values.customerCompany) || person.company,
    customerImage: person.image,
    ...contactOf(person, values, before),
  };
}

export type Contact = Pick<Invoice, "billingEmail" | "billingPhone" | "billingAddress" | "cardHolder" | "cardNo">;

/** Returns the contact data for a new customer: values that differ from `before` win over the person's own. */
export function contactOf(
  person: Pick<User, "email" | "phone" | "country">,
  values: Partial<Contact>,
  before: Contact | undefined,
): Contact {
  const said = (column: keyof Contact) => (values[column] === before?.[column] ? undefined : values[column]);
  return {
    billingEmail: said("billingEmail") ?? person.email,
    billingPhone: said("billingPhone") ?? person.phone,
    billingAddress: said("billingAddress") ?? person.country,
    cardHolder: said("cardHolder") ?? "",
    cardNo: said("cardNo") ?? "",
  };
}

const summed = ["lines", "shippingCharge", "shippingTax", "tax"] as const;

async function sumsOf(tx: Transaction, { before, values }: Change): Promise<Partial<Invoice>> {
  if (before && summed.every((name) => values[name] === undefined)) return {};
  const { lines = [], shippingCharge = 0, shippingTax = null, tax = 0 } = { ...before, ...values };
  const isRated = hasRates(lines);
  const includesTax =
    isRated &&
    (values.includesTax ??
      (before?.taxes.length ? before.includesTax : (await readCompany(tx)).priceTax === "included"));
  const sums = documentSums({ lines, shippingCharge, shippingTax, tax, includesTax });
  if (!sums)
    throw new RuleViolation({ "": "This comes to more than Portico can add up. Make several invoices of it." });
  await markUsed(tx, [...new Set(sums.taxes.map(({ taxRateId }) => taxRateId))]);
  return {
    totalAmount: sums.total,
    tax: sums.tax,
    taxes: sums.taxes,
    shippingTax: isRated ? shippingTax : null,
    includesTax,
    ...(values.lines && { lines: lines.map((line) => ({ ...line, total: lineSum(line) ?? 0 })) }),
  };
}

/** An invoice that becomes complete was paid now, unless the change says when. */
function completedOn({ before, values: { status, completedAt } }: Change): Partial<Invoice> {
  if (status === undefined || status === (before?.status ?? "pending")) return {};
  return { completedAt: status === "complete" ? (completedAt ?? new Date()) : null };
}

interface Checked {
  before: Invoice | undefined;
  after: Omit<Invoice, "id"> & { id?: string };
}

/** Throws `RuleViolation` if an invoice is inconsistent. */
export async function checkInvoice(tx: Transaction, { before, after }: Checked) {
  await refuseLocked(tx, { before, after });
  await refuseReinstatement(tx, { before, after });
  await checkAgainstPayments(tx, { before, after });
  await refuseTakenNumber(tx, invoices, after, (id) => String(id));
  const { lines, issueDate, dueDate, serviceFrom, serviceTo, totalAmount } = after;
  if (lines.length === 0) throw new RuleViolation({ "": "An invoice needs at least one line." });
  if (lines.length > maxRows)
    throw new RuleViolation({ "": `Keep an invoice to ${maxRows} lines. Make several of it.` });
  if (lines.some(({ id, price }) => id !== null && price < 0))
    throw new RuleViolation({ "": "Only a line without a product can be a credit, with a price below 0." });
  if (dueDate < issueDate)
    throw new RuleViolation({
      dueDate: `Enter a due date that is not before the issue date, ${formatDate(issueDate)}`,
    });
  if (serviceTo && serviceTo < serviceFrom)
    throw new RuleViolation({
      serviceTo: `Enter a day that is not before the first day of the service, ${formatDate(serviceFrom)}`,
    });
  if (totalAmount < 0)
    throw new RuleViolation({
      "": `The total is ${formatMoney(totalAmount)}. Take credits off until it is not below 0.`,
    });
}
