import type { SerializeFrom } from "@remix-run/node";
import { Card } from "~/ui/card";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { kindTitles } from "../label";
import type { paymentsOf } from "../of-invoice.server";

type InvoicePayment = SerializeFrom<Awaited<ReturnType<typeof paymentsOf>>>[number];

/** The payments and refunds of an invoice; nothing if there are none. */
export function InvoicePayments({ payments }: { payments: InvoicePayment[] }) {
  if (payments.length === 0) return null;
  return (
    <Card title="Payments">
      <ul className="divide-y divide-border">
        {payments.map((payment) => (
          <li key={payment.id} className="flex items-baseline justify-between gap-4 px-5 py-3">
            <div className="min-w-0">
              <a className="primary-cell reach" href={`/payments/${payment.id}`}>
                <Day value={payment.date} />
              </a>
              <p className="text-sm text-muted wrap-anywhere">{aboutOf(payment)}</p>
            </div>
            <Money cents={payment.amount} className="flex-none font-medium" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function aboutOf({ kind, method, source }: InvoicePayment) {
  const what = kind === "credit" ? "Customer credit" : source === "marked" ? "Marked as complete" : kindTitles[kind];
  return method ? `${what}, ${method}` : what;
}
