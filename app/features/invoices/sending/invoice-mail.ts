/** The mail that brings an invoice to who has to pay it. Plain text, so that every mail program shows it alike. */
import type { Invoice } from "db/schema";
import type { Mail } from "~/core/mail/mail.server";
import { formatMoney, formatPercent } from "~/core/values/money";
import { formatNumber } from "~/core/values/noun";
import { formatDay } from "~/core/values/time-format";
import { stateOf } from "../form/state";

interface About {
  to: string;
  /** What its sender wants to say first; may be empty. */
  message: string;
  /** Such as `2026-11-28`. */
  today: string;
  company: { name: string; payment: string };
  /** Who answers questions, as far as that is known. */
  help: { email?: string; phone?: string };
  /** The invoice's page, where its customer can open it. */
  link?: string;
}

export function invoiceMail(invoice: Invoice, about: About): Mail {
  const { to, message, company, help, link } = about;
  const { subject, opening } = wording(invoice, about);
  const parts = [
    `Hello ${invoice.customerName},`,
    message,
    opening,
    arithmetic(invoice),
    invoice.status === "pending" && howToPay(invoice, company),
    link && `See and print it, once you have logged in:\n${link}`,
    questions(help),
    company.name,
  ];
  return {
    to,
    subject,
    about: `invoice ${invoice.id}`,
    concerns: { entity: "invoices", recordId: invoice.id },
    text: `${parts.filter(Boolean).join("\n\n")}\n`,
    ...(help.email && { headers: { "Reply-To": help.email } }),
  };
}

/** By how it stands: to be paid, overdue, or paid. */
function wording(invoice: Invoice, { today, company }: About) {
  const { id, issueDate, dueDate, totalAmount } = invoice;
  const total = formatMoney(totalAmount);
  const [issued, due] = [day(issueDate), day(dueDate)];
  switch (stateOf(invoice, today)) {
    case "complete":
      return {
        subject: `Invoice ${id} from ${company.name}: ${total}, paid`,
        opening: `This is invoice ${id} of ${issued} over ${total}, for your records. It is paid: nothing is left to do.`,
      };
    case "overdue":
      return {
        subject: `Reminder: invoice ${id} from ${company.name}, ${total}, was due on ${due}`,
        opening: `Invoice ${id} of ${issued} was due on ${due}, and ${total} is still to be paid. If your payment is on its way already, you need not do anything.`,
      };
    case "pending":
      return {
        subject: `Invoice ${id} from ${company.name}: ${total}, due ${due}`,
        opening: `This is invoice ${id} of ${issued}. Please pay ${total} by ${due}.`,
      };
  }
}

const day = (date: string) => formatDay(new Date(date), "UTC");

function arithmetic({ lines, shippingCharge, tax, totalAmount, status }: Invoice) {
  const sums = [
    ["Subtotal", totalAmount - shippingCharge - tax],
    ["Shipping", shippingCharge],
    ["Tax", tax],
    [status === "pending" ? "Total due" : "Total", totalAmount],
  ] as const;
  return [
    ...lines.map(
      ({ title, quantity, discount, total }) =>
        `${formatNumber(quantity)} x ${title}${discount > 0 ? `, less ${formatPercent(discount)}` : ""}: ${formatMoney(total)}`,
    ),
    "",
    ...sums.map(([label, cents]) => `${label}: ${formatMoney(cents)}`),
  ].join("\n");
}

const howToPay = ({ id }: Invoice, { payment }: About["company"]) =>
  [payment && `How to pay:\n${payment}`, `Please name ${id} as the reference.`].filter(Boolean).join("\n");

function questions({ email, phone }: About["help"]) {
  const ways = [email && `write to ${email}`, phone && `call ${phone}`].filter(Boolean);
  return ways.length > 0 && `Anything unclear? Please ${ways.join(", or ")}.`;
}
