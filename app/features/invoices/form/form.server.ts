/** Reads the invoice form and resolves the entered customers and products to the values that the invoice stores. */
import { z } from "zod";
import type { Invoice, InvoiceLine } from "db/schema";
import { maskCard } from "~/core/values/cards";
import { withChoices } from "~/core/form/choices.server";
import { parseForm } from "~/core/form/form.server";
import type { FormFields } from "~/core/form/form-state";
import { moneyText, percentText } from "~/core/values/money";
import { rowNumbers } from "~/core/form/row-numbers";
import { recordId } from "~/core/values/ids";
import { productFinder, loadProductNames } from "~/features/products/products-named.server";
import { referenceText, referredId } from "~/core/form/record-reference";
import { findCustomer } from "~/features/customers/customers.server";
import { unknownPersonError, personFinder, resolvePerson } from "~/features/customers/people-choices.server";
import { customerForNewInvoice } from "../copies.server";
import { InvoiceRules, LineRules, method } from "../rules.server";
import { type Contact, contactOf } from "../derived-columns.server";
import { formRates } from "~/features/company/form-rates.server";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { resolveTaxes } from "~/features/company/line-tax.server";
import { isWrong, lineOf } from "../invoice-lines.server";
import { noRate } from "~/features/taxes/tax-parts";

const typed = () => z.string().trim().default("");
const TypedLine = z.object({
  product: typed(),
  title: typed(),
  quantity: typed(),
  unit: typed(),
  price: typed(),
  discount: typed(),
  taxRate: typed(),
});
type TypedLine = z.output<typeof TypedLine>;

/**
 * Reads a posted invoice as columns, with card numbers reduced to their last four digits, even if the form is rejected.
 * `before` is the invoice being edited or copied.
 */
export async function readInvoiceForm(source: Request | FormData, before?: Invoice, isCopy = false) {
  const form = await withChoices(await parseForm(source, formRules({ before, isCopy })), finderOf);
  const cardNo = String(form.fields.cardNo ?? "");
  const fields = {
    ...form.fields,
    ...("customerTax" in form.fields && {
      customerTax: await treatmentOf(String(form.fields.customer ?? ""), isCopy ? undefined : before),
    }),
    ...(form.rows && (await filledIn(form.fields))),
    cardNo: maskCard(cardNo) || cardNo,
  };
  const sums = sumsOfForm(fields, await formRates(before, { isCopy }));
  if (!form.ok) return { ...form, fields, sums };
  const {
    customer: { person, ...customer },
    filledFor,
    customerTax: _,
    shippingTaxRate: shippingTax,
    ...read
  } = form.values;
  const values = await withoutContactOf(filledFor, customer.customerId, { ...read, shippingTax }, before);
  // Nobody has to type what the directory knows of a new customer.
  const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const contact = person && contactOf(person, said, before);
  return { ...form, fields, sums, values: { ...values, ...customer, ...contact } };
}

/** Returns how the entered customer is taxed; the one of the edited invoice as the invoice has copied it. */
export async function treatmentOf(customer: string, before?: Invoice): Promise<string> {
  if (before && customer === referenceText(before.customerName, before.customerId)) return before.customerTaxTreatment;
  return (await resolvePerson(customer))?.taxTreatment ?? "taxable";
}

/** Returns the values without contact data that the form filled in for a previously chosen customer. */
async function withoutContactOf<Values extends Partial<Contact>>(
  filledFor: string,
  customerId: number | null | undefined,
  values: Values,
  before: Invoice | undefined,
): Promise<Values> {
  const number = referredId(filledFor); // written by the form itself, with the name at that time
  const other = number === undefined ? undefined : await findCustomer(number);
  if (!other || other.id === customerId) return values;
  const theirs = Object.entries(contactOf(other, {}, undefined)) as [keyof Contact, string][];
  const left = theirs.filter(([column, text]) => text !== "" && values[column] === text);
  return { ...values, ...Object.fromEntries(left.map(([column]) => [column, before?.[column] ?? ""])) };
}

const finderOf = (field: string) =>
  field === "customer" ? personFinder : /^lines\.\d+\.product$/.test(field) ? productFinder : undefined;

interface Earlier {
  before: Invoice | undefined;
  isCopy: boolean;
}

const formRules = ({ before, isCopy }: Earlier) =>
  z.object({
    ...InvoiceRules.shape,
    paymentMethod: method(before?.paymentMethod),
    customer: z
      .string({ error: "Choose a customer" })
      .trim()
      .transform((text, context) => customerOf(text, before, context)),
    filledFor: typed(),
    customerTax: z.string().optional(),
    lines: z.array(TypedLine).transform((rows, context) => linesOf(rows, { before, isCopy }, context)),
    shippingTaxRate: typed().transform((text, context) => rateOf(text, { before, isCopy }, context)),
  });

/** Returns what a field for a tax rate names. */
const namedRate = (text: string) => (text === "" ? undefined : text === noRate ? null : (recordId(text) ?? 0));

const unknownRate = "Choose one of the tax rates";

async function rateOf(text: string, earlier: Earlier, context: z.RefinementCtx) {
  const [tax] = await resolveTaxes([{ named: namedRate(text) }], earlier);
  if (tax === false) context.addIssue({ code: "custom", message: unknownRate });
  return tax || null;
}

/**
 * Resolves the entered customer; the previous customer is accepted even if deleted. `person` is set for a newly
 * chosen one.
 */
async function customerOf(text: string, before: Invoice | undefined, context: z.RefinementCtx) {
  if (before && text === referenceText(before.customerName, before.customerId))
    return { customerName: before.customerName, ...(await customerForNewInvoice(before)) };
  const person = text ? await resolvePerson(text) : undefined;
  if (person)
    return {
      customerId: person.id,
      customerName: person.name,
      person: person.id === before?.customerId ? undefined : person,
    };
  context.addIssue({ code: "custom", message: text ? unknownPersonError(text) : "Choose a customer" });
  return z.NEVER;
}

const isBlank = ({ product, title, price }: TypedLine) => !product && !title && !price;

/** Returns the lines that are not empty, and reports errors on their fields. */
async function linesOf(
  rows: TypedLine[],
  { before, isCopy }: Earlier,
  context: z.RefinementCtx,
): Promise<InvoiceLine[]> {
  const kept = new Set(before?.lines.flatMap(({ id }) => id ?? []));
  const sold = await loadProductNames(
    rows.map(({ product }) => product),
    kept,
  );
  const taxes = await resolveTaxes(
    rows.map(({ taxRate }, index) => ({ named: namedRate(taxRate), product: sold[index] })),
    { before, isCopy },
  );
  const wrong = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  const lines = rows.flatMap((row, index): InvoiceLine[] => {
    if (isBlank(row)) return [];
    const asked = LineRules.safeParse(row);
    for (const { path, message } of asked.error?.issues ?? []) wrong([index, ...path.map(String)], message);
    const id = referredId(row.product) ?? 0;
    const product = sold[index] ?? (kept.has(id) ? { id } : undefined);
    if (row.product && !product)
      wrong(
        [index, "product"],
        `There is no product “${row.product.slice(0, 100)}”. Type a part of its title, or its code, or leave this empty.`,
      );
    const tax = taxes[index];
    if (tax === false) wrong([index, "taxRate"], unknownRate);
    if (!asked.success || (row.product && !product) || tax === false) return [];
    const line = lineOf(asked.data, product, tax);
    if (isWrong(line)) wrong([index, line.field], line.message);
    return isWrong(line) ? [] : [line];
  });
  if (rows.every(isBlank)) wrong([], "Add at least one line");
  return lines;
}

/** Fills empty line fields from the chosen products, to show the form again after a row was added or removed. */
async function filledIn(fields: FormFields): Promise<FormFields> {
  const text = (row: number, field: keyof TypedLine) => String(fields[`lines.${row}.${field}`] ?? "").trim();
  const rows = rowNumbers(Object.keys(fields), "lines");
  const sold = await loadProductNames(
    rows.map((row) => text(row, "product")),
    new Set(),
  );
  const filled = rows.flatMap((row, index) => {
    const product = sold[index];
    if (!product) return [];
    const found = [
      [`lines.${row}.title`, text(row, "title") || product.title],
      [`lines.${row}.taxRate`, text(row, "taxRate") || String(product.taxRateId ?? "")],
    ];
    return text(row, "price")
      ? found
      : [
          ...found,
          [`lines.${row}.price`, moneyText(product.price)],
          [`lines.${row}.discount`, text(row, "discount") || percentText(product.discount)],
        ];
  });
  return Object.fromEntries(filled) as FormFields;
}
