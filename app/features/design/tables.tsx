import { listedRemoval } from "~/core/values/removal-words";
import type { ListScreenView } from "~/core/list/list";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Money } from "~/ui/values/money";
import { Pagination } from "~/ui/list/pagination";
import { ListEmpty } from "~/ui/list/screen/list-empty";
import { StatusBadge } from "~/ui/values/status-badge";
import { SortHead, Table } from "~/ui/list/table";
import { Time } from "~/ui/values/time";

const invoices = [
  { id: "INV-0012", customer: "Elena Petrova", status: "pending", total: 53644, due: "2026-11-30" },
  { id: "INV-0011", customer: "Jonas Lindqvist", status: "complete", total: 124000, due: "2026-11-12" },
];

export function Tables() {
  return (
    <Card title="Table">
      <Table label="Invoices">
        <thead>
          <tr>
            <SortHead href="/design" sorted="descending">
              Invoice
            </SortHead>
            <SortHead href="/design?sort=customer">Customer</SortHead>
            <th scope="col">Status</th>
            <th scope="col">Due</th>
            <th scope="col" className="end">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <td className="code font-medium">{invoice.id}</td>
              <td>{invoice.customer}</td>
              <td>
                <StatusBadge value={invoice.status} />
              </td>
              <td className="num">
                <Time value={invoice.due} />
              </td>
              <td className="end font-medium">
                <Money cents={invoice.total} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Pagination page={12} pages={40} href={(page) => `/design?page=${page}`}>
        <p className="num">276–300 of 1,000</p>
      </Pagination>
    </Card>
  );
}

const view: ListScreenView = {
  path: "/design",
  title: "Invoices",
  noun: { one: "invoice", many: "invoices" },
  removal: listedRemoval({}),
  hasFile: false,
  mayChange: true,
  create: { href: "/design", label: "Create invoice" },
  q: "mahogany",
  filters: [],
  sort: { key: "id", descending: false },
  page: 1,
  pages: 1,
  size: 25,
  total: 0,
  everything: 17,
  trash: false,
  selectAll: false,
  sums: [],
  notes: [],
  search: "q=mahogany",
};

export function Lists() {
  return (
    <>
      <Card title="Nothing matches">
        <ListEmpty view={view} />
      </Card>
      <Card title="Nothing yet">
        <ListEmpty view={{ ...view, q: "", search: "", everything: 0 }} />
      </Card>
      <Card title="A part of a page that is empty">
        <Empty title="No reviews yet">They appear here when customers write some.</Empty>
      </Card>
    </>
  );
}
