import type { CreditNote } from "db/schema";
import { Card, CardBody } from "~/ui/card";
import { Money } from "~/ui/values/money";

export type InvoiceCredit = Pick<CreditNote, "id" | "totalAmount">;

/** The credit notes of an invoice, if it has any. */
export function CreditsOfInvoice({ credits }: { credits: InvoiceCredit[] }) {
  if (credits.length === 0) return null;
  return (
    <Card title="Credit notes">
      <CardBody>
        <ul className="grid gap-2 text-sm">
          {credits.map(({ id, totalAmount }) => (
            <li key={id} className="flex justify-between gap-3">
              <a className="link code" href={`/credit-notes/${id}`}>
                {id}
              </a>
              <span className="num">
                <Money cents={totalAmount} />
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
