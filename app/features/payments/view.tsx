import type { Payment } from "db/schema";
import { Card, CardBody, Facts } from "~/ui/card";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { kindTitles } from "./label";
import { unallocatedOf, valueOf } from "./unallocated";

type ReadablePayment = Pick<Payment, "kind" | "date" | "amount" | "method" | "reference" | "note" | "allocations">;

/** A payment for readers who may not change it. */
export function PaymentView({ payment }: { payment: ReadablePayment }) {
  const rest = unallocatedOf(payment);
  return (
    <div className="grid gap-5">
      <Card title={kindTitles[payment.kind]} bare>
        <CardBody>
          <Facts
            facts={[
              { term: "Amount", value: <Money cents={valueOf(payment)} /> },
              { term: "Date", value: <Day value={payment.date} /> },
              ...(payment.kind === "credit" ? [] : [{ term: "Method", value: payment.method || "Not known" }]),
              { term: "Reference", value: <bdi>{payment.reference || "None"}</bdi> },
              ...(payment.note
                ? [{ term: "Note", value: <bdi className="whitespace-pre-line">{payment.note}</bdi> }]
                : []),
            ]}
          />
        </CardBody>
      </Card>
      <Card title="Invoices">
        <ul className="divide-y divide-border">
          {payment.allocations.map(({ invoiceId, amount }) => (
            <li key={invoiceId} className="flex justify-between gap-4 px-5 py-3">
              <a className="link code" href={`/invoices/${invoiceId}/details`}>
                {invoiceId}
              </a>
              <Money cents={amount} />
            </li>
          ))}
          {rest > 0 && (
            <li className="flex justify-between gap-4 px-5 py-3">
              <span className="text-muted">{payment.kind === "refund" ? "From the credit" : "Credit"}</span>
              <Money cents={rest} />
            </li>
          )}
        </ul>
      </Card>
    </div>
  );
}
