import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { fieldColumn } from "~/ui/list/field-column";
import { ButtonLink } from "~/ui/button";
import { RecordLink } from "~/ui/list/record-link";
import { RecordRowMenu } from "~/ui/list/record-row-menu";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Money } from "~/ui/values/money";
import { Time } from "~/ui/values/time";
import { invoiceStates } from "../invoice-state-text";
import { invoiceDraftResource } from "./drafts.server";
import { draftFields } from "./fields";

export const meta: MetaFunction = () => [{ title: "Invoice drafts · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceDraftResource, "view");
  const { rows, view } = await listScreen(invoiceDraftResource.list, me, request);
  return { drafts: rows.map((draft) => pick(draft, "id", "customerName", "totalAmount", "createdAt")), view };
}

type Row = Awaited<ReturnType<typeof loader>>["drafts"][number];

export default function InvoiceDrafts() {
  const { drafts, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={drafts}
      summary="Not in the books. A draft gets its number when it is issued."
      searchHint="Search customer"
      moreTabs={tabs}
      rowLabel={nameOf}
      rowEdit={pageOf}
      rowAmount={({ totalAmount }) => totalAmount ?? 0}
      createHref={view.mayChange ? "/invoices/create" : undefined}
      actions={
        view.mayChange && (
          <ButtonLink icon="plus" href="/invoices/create">
            Create invoice
          </ButtonLink>
        )
      }
      empty={{ title: "No drafts", text: "Save an invoice as a draft while you still work on it." }}
      columns={[
        { key: "id", label: "Draft", sort: "id", narrow: "first", cell: nameCell },
        fieldColumn<Row>(draftFields.customerName, {
          narrow: "second",
          cell: ({ customerName }) =>
            customerName ? <bdi>{customerName}</bdi> : <span className="text-muted">Not chosen yet</span>,
        }),
        fieldColumn<Row>(draftFields.createdAt, {
          className: "num text-muted",
          cell: ({ createdAt }) => <Time value={createdAt} />,
        }),
        fieldColumn<Row>(draftFields.totalAmount, { narrow: "end", className: "end", cell: totalCell }),
      ]}
      bulk={[{ label: "Issue", icon: "receipt-text", page: "/invoices/drafts/issue" }]}
      rowMenu={(draft) => <RecordRowMenu href={pageOf(draft)} trash={view.trash} />}
    />
  );
}

/** The tabs of the list of invoices, and this one. */
const tabs = [
  { title: "All", href: "/invoices" },
  ...invoiceStates.map(({ value, title }) => ({ title, href: `/invoices?status=${value}` })),
  { title: "Void", href: "/invoices?trash=1" },
  { title: "Drafts", href: "/invoices/drafts", current: true },
];

const pageOf = ({ id }: Row) => `/invoices/drafts/${id}`;
const nameOf = ({ id }: Row) => `Draft ${id}`;
const nameCell = (row: Row) => <RecordLink href={pageOf(row)} name={nameOf(row)} />;
const totalCell = ({ totalAmount }: Row) => (totalAmount === null ? "–" : <Money cents={totalAmount} />);
