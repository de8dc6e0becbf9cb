import type { Charge } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { Badge } from "~/ui/values/badge";
import { Card, CardBody } from "~/ui/card";
import { Money } from "~/ui/values/money";
import { Pagination } from "~/ui/list/pagination";
import { Table } from "~/ui/list/table";
import { Time } from "~/ui/values/time";
import { receiptNumber } from "./receipt-number";
import { planCurrency } from "./plans";

interface Props {
  charges: Charge[];
  total: number;
  page: number;
  pages: number;
}

/** The charges, newest first, with a receipt for each successful one. */
export function History({ charges, total, page, pages }: Props) {
  return (
    <Card heading="h3" title="Billing history" sub="Each charge has a receipt that can be printed" id="history">
      {total === 0 ? (
        <CardBody className="text-muted">No charges yet.</CardBody>
      ) : (
        <>
          <Table label="Billing history" role="table" className="table-stack">
            <thead role="rowgroup">
              <tr role="row">
                {["Date", "For", "Status", "Receipt", "Total"].map((label) => (
                  <th key={label} scope="col" role="columnheader" className={label === "Total" ? "end" : undefined}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {charges.map((charge) => (
                <Row key={charge.id} charge={charge} />
              ))}
            </tbody>
          </Table>
          {pages > 1 && (
            <Pagination page={page} pages={pages} href={(number) => `/settings/plan-billing?page=${number}#history`}>
              {formatNumber(total)} charges
            </Pagination>
          )}
        </>
      )}
    </Card>
  );
}

function Row({ charge: { id, at, lines, total, status, method } }: { charge: Charge }) {
  const stands = status === "recorded";
  return (
    <tr role="row">
      <td role="cell" className="num whitespace-nowrap">
        <Time value={at} />
      </td>
      <td role="cell" className="stack-name">
        {lines.find(({ amount }) => amount > 0)?.text}
        {method && <span className="block text-sm text-muted">{method}</span>}
      </td>
      <td role="cell">
        {stands ? (
          <Badge family="success" icon="circle-check">
            Recorded
          </Badge>
        ) : (
          <Badge family="error" icon="circle-x">
            Declined
          </Badge>
        )}
      </td>
      <td role="cell">
        {stands && (
          <a className="link code whitespace-nowrap" href={`/settings/plan-billing/receipts/${id}`}>
            {receiptNumber(id)}
          </a>
        )}
      </td>
      <td role="cell" className="end">
        <Money currency={planCurrency} cents={total} />
      </td>
    </tr>
  );
}
