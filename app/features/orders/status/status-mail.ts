import type { Order } from "db/schema";
import { formatMoney } from "~/core/values/money";
import { capital } from "~/core/values/noun";
import type { Mail } from "~/core/mail/mail.server";

const became: Record<string, string> = {
  New: "is in and waits to be handled",
  Pending: "is being prepared",
  Shipping: "is on its way",
  Delivered: "was delivered",
  Return: "is on its way back to us",
  Cancelled: "was cancelled",
};

/** Such as "your order #7 is on its way". */
export const whatBecame = (id: number, status: string) => `your order #${id} ${became[status] ?? `is now ${status}`}`;

/** Tells a customer what became of their order. Plain text, so that every mail program shows it alike. */
export const statusMail = ({ id, customerName, customerEmail, items, totalAmount }: Order, status: string): Mail => ({
  to: customerEmail,
  concerns: { entity: "orders", recordId: id },
  subject: capital(whatBecame(id, status)),
  text: `Hello ${customerName},

${capital(whatBecame(id, status))}.

${items.map(({ quantity, name }) => `${quantity} x ${name}`).join("\n")}

Total: ${formatMoney(totalAmount)}
`,
});
