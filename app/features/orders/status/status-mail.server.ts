import type { Company, Order } from "db/schema";
import { formatMoney } from "~/core/values/money";
import { customerMail } from "~/features/customers/customer-mail.server";
import { capital } from "~/core/values/noun";
import type { Mail } from "~/core/mail/mail.server";

const statusSentences: Record<string, string> = {
  New: "has been received",
  Pending: "is being prepared",
  Shipping: "is on its way",
  Delivered: "was delivered",
  Return: "is on its way back to us",
  Cancelled: "was cancelled",
};

/** Returns a sentence such as "your order #7 is on its way". */
const describeStatus = (id: number, status: string) =>
  `your order #${id} ${statusSentences[status] ?? `is now ${status}`}`;

/** The text of the in-app notification about a status. */
export const newsOfStatus = (id: number, status: string) => `says that ${describeStatus(id, status)}`;

/** Returns the mail that tells a customer about the new status of their order. */
export const statusMail = (
  { id, customerName, customerEmail, items, totalAmount }: Order,
  { status, ...more }: { status: string; company: Company; link?: string },
): Mail =>
  customerMail({
    to: customerEmail,
    concerns: { entity: "orders", recordId: id },
    subject: capital(describeStatus(id, status)),
    name: customerName,
    says: [
      `${capital(describeStatus(id, status))}.`,
      items.map(({ quantity, name }) => `${quantity} x ${name}`).join("\n"),
      `Total: ${formatMoney(totalAmount)}`,
    ],
    ...more,
  });
