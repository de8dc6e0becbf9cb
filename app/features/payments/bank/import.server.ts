/** The import of bank files: each entry becomes a payment or a refund, as it was proposed and confirmed. */
import { z } from "zod";
import type { Payment } from "db/schema";
import { referenceText } from "~/core/form/record-reference";
import { hasBankReference } from "../bank-reference.server";
import { CellErrors, type GivenCells, type ImportField, importerOf } from "~/core/import/importer.server";
import { moneyText } from "~/core/values/money";
import { unknownPersonError, resolvePerson } from "~/features/customers/people-choices.server";
import { PaymentBody, writtenColumns } from "../api.server";
import { paymentFields } from "../fields";
import { paymentResource } from "../payments.server";
import { unallocatedOf } from "../unallocated";
import { camtRows } from "./camt.server";
import { allocationsText, bookings, centsOf, readAllocations } from "./cells";
import { hasRefunds, propose } from "./propose.server";

const fields: Record<string, ImportField<Payment>> = {
  date: {
    label: "Date",
    also: ["booking date", "transaction date", "posted date", "value date", "completed date", "buchungstag"],
    as: "day",
    part: true,
    show: ({ date }) => date,
  },
  amount: {
    label: "Amount",
    also: ["betrag", "transaction amount", "value"],
    as: "money",
    part: true,
    hint: "Below 0, or in parentheses, for money out.",
    show: ({ amount }) => ({ cents: amount }),
  },
  paidIn: {
    label: "Money in",
    also: ["credit", "credit amount", "paid in", "deposit", "deposits"],
    as: "money",
    part: true,
  },
  paidOut: {
    label: "Money out",
    also: ["debit", "debit amount", "paid out", "withdrawal", "withdrawals"],
    as: "money",
    part: true,
  },
  name: {
    label: "Name in the statement",
    also: ["name", "payer", "counterparty", "counter party", "payer or payee", "counterparty name", "payee"],
    part: true,
    show: ({ note }) => note.split("\n")[0] ?? "",
  },
  text: {
    label: "Text",
    also: [
      "description",
      "details",
      "memo",
      "purpose",
      "remittance information",
      "payment reference",
      "reference",
      "narrative",
    ],
    joins: true,
    part: true,
    hint: "What the payer wrote. Invoices named in it are found.",
    show: ({ reference }) => reference,
  },
  bankReference: {
    label: "Bank reference",
    also: ["transaction id", "transaction reference", "transaction number", "reference number", "entry reference"],
    part: true,
    hint: "The bank's own number of the entry. An entry that was imported already is not imported twice, with or without it.",
  },
  bookAs: {
    label: "Book as",
    part: true,
    options: bookings,
    hint: "Proposed for each row.",
    show: ({ kind }) => (kind === "refund" ? "Refund" : "Payment"),
  },
  customer: {
    label: "Customer",
    part: true,
    hint: "Proposed for each row.",
    show: ({ customerId, customerName }) => referenceText(customerName, customerId),
  },
  invoices: {
    label: "Invoices",
    part: true,
    hint: "Proposed for each row.",
    show: ({ allocations }) => allocationsText(allocations),
  },
  credit: {
    label: "Kept as credit",
    as: "money",
    fixed: true,
    ifDifferent: "note",
    show: (payment) =>
      payment.kind === "payment" && unallocatedOf(payment) > 0 ? { cents: unallocatedOf(payment) } : "",
  },
};

const body = PaymentBody.extend({ bankReference: z.string().max(200).default("") });

export const bankImport = importerOf({
  of: paymentResource,
  fields,
  key: {
    field: "bankReference",
    of: ({ bankReference }) => bankReference,
    read: (cell) => cell.trim(),
    by: hasBankReference.column,
    where: hasBankReference.condition,
  },
  identity: [{ field: "bankReference", of: ({ bankReference }) => bankReference, read: (cell) => cell.trim() }],
  formats: [
    {
      name: "CAMT.053",
      heads: ["Booking date", "Amount", "Name", "Text", "Bank reference"],
      columns: {
        "Booking date": "date",
        Amount: "amount",
        Name: "name",
        Text: "text",
        "Bank reference": "bankReference",
      },
    },
  ],
  create: body,
  body,
  say: bodyOf,
  values: ({ bankReference, amount, ...said }: Partial<z.output<typeof body>>) => ({
    source: "import" as const,
    ...writtenColumns(said),
    amount: amount ?? 0,
    bankReference,
  }),
  names: { allocations: "invoices", customerId: "customer", note: "name", reference: "text", kind: "bookAs" },
  proposals: { propose, fields: ["bookAs", "customer", "invoices"], needsConfirmation: hasRefunds },
  xml: { name: "CAMT.053", rows: camtRows },
  upload: {
    title: "Import a bank file",
    summary: "From your bank's statement. You see what each entry would be booked as, before anything is.",
    guide:
      "Entries are matched with invoices by the numbers in their text, by the customer's name and by the amount. You can change each one before it is booked. An entry that was imported before is left out, so statements may overlap.",
  },
});

/** Returns the body that an entry comes to with its proposal. Throws `CellErrors`. */
async function bodyOf(given: GivenCells) {
  const {
    date = "",
    name = "",
    text = "",
    bookAs = "Payment",
    customer = "",
    invoices = "",
    bankReference = "",
  } = given;
  const cents = centsOf(given);
  if (cents === undefined) throw new CellErrors({ amount: "Enter an amount such as 12.50 that is not 0" });
  if (bookAs === "Payment" && cents < 0)
    throw new CellErrors({ bookAs: "This is money out. Choose a refund, or skip the row." });
  if (bookAs === "Refund" && cents > 0)
    throw new CellErrors({ bookAs: "This is money in. Choose a payment, or skip the row." });
  const allocations = (readAllocations(invoices) ?? []).flatMap(({ invoiceId, amount = 0 }) =>
    amount > 0 ? [{ invoiceId, amount: moneyText(amount) }] : [],
  );
  const person = customer.trim() ? await resolvePerson(customer) : undefined;
  if (customer.trim() && !person) throw new CellErrors({ customer: unknownPersonError(customer.trim()) });
  if (!person && allocations.length === 0)
    throw new CellErrors({ customer: "No customer or invoice was found for this. Choose one, or skip the row." });
  const { max: maxReference = 100 } = paymentFields.reference;
  return {
    kind: bookAs === "Refund" ? "refund" : "payment",
    date: /^\d{4}-\d\d-\d\dT/.test(date) ? date.slice(0, 10) : date,
    amount: moneyText(Math.abs(cents)),
    method: "Bank Transfer",
    reference: text.replace(/\s+/g, " ").trim().slice(0, maxReference),
    note: [name, text.length > maxReference ? text : ""].filter(Boolean).join("\n").slice(0, 1_000),
    ...(person && { customerId: person.id }),
    allocations,
    bankReference,
  };
}
