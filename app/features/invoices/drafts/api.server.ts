/** `/api/invoice-drafts`. */
import { companyCurrency } from "db/company-settings";
import { z } from "zod";
import type { DraftEntries, InvoiceDraft } from "db/schema";
import { apiOf } from "~/core/api/api-resource.server";
import { answeredCurrency } from "~/core/form/currency-rule.server";
import { maxRows } from "~/core/form/rows";
import { referredId } from "~/core/form/record-reference";
import { rowNumbers } from "~/core/form/row-numbers";
import { invalidRequest } from "~/core/http/api.server";
import { recordId } from "~/core/values/ids";
import { parseMoney, parsePercent } from "~/core/values/money";
import { parseQuantity } from "~/core/values/quantity";
import { findCustomer } from "~/features/customers/customers.server";
import { InvoiceBody, LineBody, writtenColumns } from "../api.server";
import { invoiceValues } from "../form/form-values";
import { invoiceDraftResource } from "./drafts.server";
import { draftValues } from "./entries.server";
import { issueAct } from "./issue-api.server";

const amount = () => z.number().nullable();
const reference = () => z.int().positive().nullable();

const DraftAnswer = z.object({
  id: z.int().positive(),
  customer: z.object({ id: reference(), name: z.string() }),
  issueDate: z.string().nullable().describe("None means the day on which it is issued."),
  dueDate: z.string().nullable().describe("None means the company's payment term."),
  billingAddress: z.object({ email: z.string(), phone: z.string(), address: z.string() }),
  payment: z.object({ paymentMethod: z.string(), cardHolder: z.string(), cardNo: z.string() }),
  products: z
    .array(
      z.object({
        id: reference(),
        title: z.string(),
        quantity: amount(),
        unit: z.string(),
        price: amount(),
        discount: amount(),
        taxRateId: reference(),
      }),
    )
    .describe("A number that somebody typed and that cannot be read is null."),
  shippingCharge: amount(),
  shippingTaxRateId: reference(),
  tax: amount(),
  poNumber: z.string(),
  servicePeriod: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  note: z.string(),
  internalNote: z.string(),
  currency: answeredCurrency(),
  totalAmount: amount().describe("Null while it cannot be calculated."),
  createdAt: z.iso.datetime(),
});

const DraftBody = InvoiceBody.partial().extend({
  products: z.array(LineBody).max(maxRows, `Name at most ${maxRows} lines`).optional(),
});
type Body = z.output<typeof DraftBody>;

/** Field names of the form, by column, where they differ. */
const formNames: Record<string, string> = { customerId: "customer", shippingTax: "shippingTaxRate" };

const emptyEntries = (): DraftEntries => invoiceValues({ customerName: "", lines: [] });

/** Returns the columns of a draft for the fields in a request body, and no others. */
async function columnsOf(body: Partial<Body>, before: DraftEntries) {
  const columns = await writtenColumns(body);
  const { customerId } = columns;
  const customer = customerId == null ? undefined : await findCustomer(customerId);
  if (customerId != null && !customer) return invalidRequest({ "customer.id": `There is no user ${customerId}` });
  const written = invoiceValues({ customerName: customer?.name ?? "", lines: [], ...columns }) as DraftEntries;
  const names = new Set(Object.keys(columns).map((name) => formNames[name] ?? name));
  const isNamed = (name: string) => names.has(name.split(".")[0] ?? "");
  return draftValues({
    ...Object.fromEntries(Object.entries(before).filter(([name]) => !isNamed(name))),
    ...Object.fromEntries(Object.entries(written).filter(([name]) => isNamed(name))),
  });
}

function show({ id, entries, customerId, customerName, totalAmount, createdAt }: InvoiceDraft) {
  const text = (name: string) => entries[name] ?? "";
  const money = (name: string) => hundredths(parseMoney(text(name) || "0"));
  return {
    id,
    customer: { id: customerId, name: customerName },
    issueDate: text("issueDate") || null,
    dueDate: text("dueDate") || null,
    billingAddress: { email: text("billingEmail"), phone: text("billingPhone"), address: text("billingAddress") },
    payment: { paymentMethod: text("paymentMethod"), cardHolder: text("cardHolder"), cardNo: text("cardNo") },
    products: rowNumbers(Object.keys(entries), "lines").map((row) => {
      const field = (name: string) => text(`lines.${row}.${name}`);
      return {
        id: referredId(field("product")) ?? null,
        title: field("title"),
        quantity: parseQuantity(field("quantity")) ?? null,
        unit: field("unit"),
        price: hundredths(parseMoney(field("price"))),
        discount: hundredths(parsePercent(field("discount") || "0", 10_000)),
        taxRateId: recordId(field("taxRate")) || null,
      };
    }),
    shippingCharge: money("shippingCharge"),
    shippingTaxRateId: recordId(text("shippingTaxRate")) || null,
    tax: money("tax"),
    poNumber: text("poNumber"),
    servicePeriod: { from: text("serviceFrom") || null, to: text("serviceTo") || null },
    note: text("note"),
    internalNote: text("internalNote"),
    currency: companyCurrency(),
    totalAmount: hundredths(totalAmount ?? undefined),
    createdAt: createdAt.toISOString(),
  };
}

const hundredths = (number: number | undefined) => (number === undefined ? null : number / 100);

export const invoiceDraftApi = apiOf({
  of: invoiceDraftResource,
  path: "/api/invoice-drafts",
  listing: invoiceDraftResource.listing,
  shape: DraftAnswer,
  show,
  create: {
    body: DraftBody,
    values: (body) => columnsOf(body, emptyEntries()),
    example: {
      customer: { id: 3 },
      products: [
        { id: 1, quantity: 2 },
        { title: "Gift wrapping", quantity: 1, price: 4.5 },
      ],
    },
  },
  change: {
    method: "PUT",
    body: DraftBody,
    values: (part, { entries }) => columnsOf(part as Partial<Body>, entries),
    example: { dueDate: "2026-12-31" },
  },
  acts: { issue: issueAct },
  example: {
    id: 1,
    customer: { id: 3, name: "Rosa Winter" },
    issueDate: null,
    dueDate: null,
    billingAddress: { email: "", phone: "", address: "" },
    payment: { paymentMethod: "", cardHolder: "", cardNo: "" },
    products: [
      { id: 1, title: "Linen Overshirt", quantity: 2, unit: "", price: 79, discount: 0, taxRateId: null },
      { id: null, title: "Gift wrapping", quantity: 1, unit: "", price: 4.5, discount: 0, taxRateId: null },
    ],
    shippingCharge: 0,
    shippingTaxRateId: null,
    tax: 0,
    poNumber: "",
    servicePeriod: { from: null, to: null },
    note: "",
    internalNote: "",
    currency: "USD",
    totalAmount: 162.5,
    createdAt: "2026-11-09T09:30:00.000Z",
  },
});
