/** The initial values of the form for a new invoice. */
import { daysBetween } from "db/dates";
import { inArray } from "drizzle-orm";
import { db } from "db";
import { type Invoice, type LineTax, products } from "db/schema";
import { share } from "~/core/values/share";
import type { FormFields } from "~/core/form/form-state";
import type { Reader } from "~/core/list/reach.server";
import { referenceText } from "~/core/form/record-reference";
import { recordId } from "~/core/values/ids";
import { findCustomer } from "~/features/customers/customers.server";
import { datesFromToday, defaultDates } from "./invoice-dates.server";
import { formRates } from "~/features/company/form-rates.server";
import { readCompany } from "~/features/company/company.server";
import { copiedTaxes, isTaxedByCustomer, resolveTaxes } from "~/features/company/line-tax.server";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { formTexts } from "./form/form-texts.server";
import { invoiceValues } from "./form/form-values";
import { invoiceResource } from "./invoices.server";
import { notesOn } from "./notes.server";

/** The invoice that an address has copied, if it names one; also from the trash. */
export const copiedInvoice = (me: Reader, request: Request) =>
  invoiceResource.find(me, new URL(request.url).searchParams.get("copy") ?? "");

/**
 * Returns the form values for a copy of an invoice: pending, issued today, with the same number of days to pay and
 * without a service period.
 */
export async function copyOf(invoice: Invoice) {
  const { customerId, customerName } = invoice;
  const person = customerId === null ? undefined : await findCustomer(customerId);
  const days = datesFromToday(daysBetween(invoice.issueDate, invoice.dueDate));
  const period = { serviceFrom: "", serviceTo: "" };
  const copy = {
    ...(await withGrossPrices(invoice)),
    ...days,
    ...period,
    customerName: person?.name ?? customerName,
    status: "pending" as const,
  };
  const rates = await formRates(invoice, { isCopy: true });
  const archived = copiedTaxes(invoice).filter(
    ({ taxRateId }) => !rates.options.some((rate) => rate.taxRateId === taxRateId),
  );
  const values = withUsualRates(invoiceValues(copy), new Set(archived.map(({ taxRateId }) => String(taxRateId))));
  const fields = { ...values, customerTax: person?.taxTreatment ?? "" };
  const isTaxable = !person || person.taxTreatment === "taxable";
  return {
    fields,
    notes: await notesOn(invoice),
    rates,
    texts: formTexts,
    sums: sumsOfForm(fields, rates),
    archivedRates: isTaxable ? [...new Set(archived.map(({ taxName }) => taxName))] : [],
  };
}

/**
 * Returns an invoice with the tax of the usual rates in its prices, if prices include tax and its customer was not
 * taxable: saving a copy takes that tax out again, or charges it to a taxable customer.
 */
async function withGrossPrices(invoice: Invoice): Promise<Invoice> {
  const isNet = !invoice.includesTax && isTaxedByCustomer(invoice);
  if (!isNet || (await readCompany()).priceTax !== "included") return invoice;
  const ids = invoice.lines.flatMap(({ id }) => id ?? []);
  const sold = await db
    .select({ id: products.id, taxRateId: products.taxRateId })
    .from(products)
    .where(inArray(products.id, ids));
  const named = invoice.lines.map((line) => ({ named: undefined, product: sold.find(({ id }) => id === line.id) }));
  const [shippingTax, ...taxes] = await resolveTaxes([{ named: undefined }, ...named], {});
  const gross = (cents: number, tax: LineTax | undefined | false) =>
    tax ? share(cents, 10_000 + tax.rate, 10_000) : cents;
  return {
    ...invoice,
    lines: invoice.lines.map((line, place) => ({ ...line, price: gross(line.price, taxes[place]) })),
    shippingCharge: gross(invoice.shippingCharge, shippingTax),
  };
}

/** Returns the fields of a form with the usual rate instead of the archived ones. */
const withUsualRates = <Fields extends FormFields>(fields: Fields, archivedIds: ReadonlySet<string>): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      /taxRate$/i.test(name) && archivedIds.has(String(value)) ? "" : value,
    ]),
  ) as Fields;

/** Without lines yet, for the customer that the address names, if it names one. */
export async function newInvoice(request: Request) {
  const person = await findCustomer(recordId(new URL(request.url).searchParams.get("customer")));
  const customer = person && referenceText(person.name, person.id);
  const contact = person && {
    customer,
    filledFor: customer,
    customerTax: person.taxTreatment,
    billingEmail: person.email,
    billingPhone: person.phone,
    billingAddress: person.country,
  };
  const fields = { ...contact, ...(await defaultDates()), shippingCharge: "0.00", tax: "0.00", shippingTaxRate: "" };
  const rates = await formRates();
  return { fields, rates, texts: formTexts, sums: sumsOfForm(fields, rates) };
}
