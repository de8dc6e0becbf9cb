/** The mail that sends an invoice to its customer. */
import type { Invoice, Issuer } from "db/schema";
import type { Mail } from "~/core/mail/mail.server";
import { formatMoney, formatPercent } from "~/core/values/money";
import { formatNumber } from "~/core/values/noun";
import { formatDate } from "~/core/values/time-format";
import { customerMail } from "~/features/customers/customer-mail.server";
import { balanceOf, isCreditedInFull, invoiceStateOn } from "db/invoice-state";
import { servicePeriodText } from "../service-period";
import { reasonsOf, totalOf } from "../sheet-totals";

export interface InvoiceMailDetails {
  to: string;
  /** The company as the invoice names it. */
  company: Issuer;
  /** Text from the sender, shown first; may be empty. */
  message: string;
  /** Date in the form `2026-11-28`. */
  today: string;
  /** Whether the invoice was mailed before, in which case an overdue one is worded as a reminder. */
  wasSent: boolean;
  /** The invoice's page, where its customer can open it. */
  link?: string;
}

export function invoiceMail(invoice: Invoice, { to, company, message, link, ...about }: InvoiceMailDetails): Mail {
  const { id, customerName, status } = invoice;
  const { subject, opening } = wording(invoice, company, about);
  const period = servicePeriodText(invoice);
  return customerMail({
    to,
    subject,
    about: `invoice ${id}`,
    concerns: { entity: "invoices", recordId: id },
    name: customerName,
    says: [
      message,
      opening,
      period && `Service period: ${period}`,
      linesOf(invoice, company),
      sumsOf(invoice, company),
      invoice.note,
      status === "pending" && howToPay(id, company),
      billedTo(invoice),
    ],
    company,
    link,
  });
}

/** Returns the subject and text of the mail for the invoice's state: pending, overdue or complete. */
function wording(invoice: Invoice, company: Issuer, { today, wasSent }: Pick<InvoiceMailDetails, "today" | "wasSent">) {
  const { id, issueDate, dueDate, totalAmount } = invoice;
  const total = formatMoney(totalAmount, company.currency);
  const balance = formatMoney(balanceOf(invoice), company.currency);
  const [issued, due] = [formatDate(issueDate), formatDate(dueDate)];
  const from = `from ${company.name}`;
  switch (invoiceStateOn(invoice, today)) {
    case "complete":
      if (isCreditedInFull(invoice))
        return {
          subject: `Invoice ${id} ${from}: ${total}, credited`,
          opening: `This is a copy of invoice ${id} of ${issued} for ${total}. It has been credited in full; no action is needed.`,
        };
      return {
        subject: `Invoice ${id} ${from}: ${total}, paid`,
        opening: `This is a copy of invoice ${id} of ${issued} for ${total}. It has been paid; no action is needed.`,
      };
    case "overdue":
      return {
        subject: `${wasSent ? "Reminder: invoice" : "Invoice"} ${id} ${from}: ${balance}, was due on ${due}`,
        opening: `Invoice ${id} of ${issued} was due on ${due}, and ${balance} is still to be paid. If you have already paid, please ignore this e-mail.`,
      };
    case "pending":
      return {
        subject: `Invoice ${id} ${from}: ${balance}, due ${due}`,
        opening: `This is invoice ${id} of ${issued}. Please pay ${balance} by ${due}.`,
      };
  }
}

const linesOf = ({ lines }: Invoice, { currency }: Issuer) =>
  lines
    .map(({ title, quantity, unit, price, discount, total }) => {
      const less = discount > 0 ? `, less ${formatPercent(discount)}` : "";
      return `${formatNumber(quantity)} ${unit ? `${unit} of` : "x"} ${title} at ${formatMoney(price, currency)}${less}: ${formatMoney(total, currency)}`;
    })
    .join("\n");

function sumsOf(invoice: Invoice, { currency }: Issuer) {
  const { rest, ...whole } = totalOf(invoice);
  const rows = [whole, ...(rest && invoice.status === "pending" ? [rest] : [])];
  const amounts = rows
    .flatMap(({ parts, label, total }) => [...parts, { label, cents: total }])
    .map(({ label, cents = 0 }) => `${label}: ${formatMoney(cents, currency)}`);
  return [...amounts, ...reasonsOf(invoice)].join("\n");
}

function howToPay(id: string, { payment }: Issuer) {
  return `${payment && `How to pay:\n${payment}\n`}Please use ${id} as the payment reference.`;
}

/** The customer's name, company and address, each once. */
const billedTo = ({ customerName, customerCompany, billingAddress, customerTaxNumber }: Invoice) =>
  `Billed to:\n${[...new Set([customerName, customerCompany, ...billingAddress.split("\n"), customerTaxNumber && `Tax number ${customerTaxNumber}`])].filter(Boolean).join("\n")}`;
