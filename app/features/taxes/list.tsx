import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { formatPercent } from "~/core/values/money";
import { capital } from "~/core/values/noun";
import { pick } from "~/core/values/pick";
import { fieldColumn } from "~/ui/list/field-column";
import { RecordLink } from "~/ui/list/record-link";
import { RecordRowMenu } from "~/ui/list/record-row-menu";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { StatusBadge } from "~/ui/values/status-badge";
import { taxRateFields } from "./fields";
import { taxRateResource } from "./tax-rates.server";

export const meta: MetaFunction = () => [{ title: "Tax rates · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, taxRateResource, "view");
  const { rows, view } = await listScreen(taxRateResource.list, me, request);
  return { rates: rows.map((rate) => pick(rate, "id", "name", "rate", "category", "status")), view };
}

type Row = Awaited<ReturnType<typeof loader>>["rates"][number];

export default function TaxRates() {
  const { rates, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={rates}
      summary="What invoices charge. Invoices keep the rate that they were issued with."
      searchHint="Search name or reason"
      rowLabel={({ name }) => name}
      rowEdit={pageOf}
      empty={{ title: "No tax rates yet", text: "Without any, the tax of an invoice is entered as an amount." }}
      columns={[
        fieldColumn<Row>(taxRateFields.name, { narrow: "first", cell: nameCell }),
        fieldColumn<Row>(taxRateFields.rate, { narrow: "second", className: "num", cell: rateCell }),
        fieldColumn<Row>(taxRateFields.category, { cell: ({ category }) => capital(category) }),
        fieldColumn<Row>(taxRateFields.status, {
          narrow: "end",
          cell: ({ status }) => <StatusBadge value={capital(status)} />,
        }),
      ]}
      bulk={[]}
      rowMenu={(rate) => <RecordRowMenu href={pageOf(rate)} trash={view.trash} />}
    />
  );
}

const pageOf = ({ id }: Row) => `/settings/company/taxes/${id}`;
const nameCell = (row: Row) => <RecordLink href={pageOf(row)} name={row.name} />;
const rateCell = ({ rate }: Row) => formatPercent(rate);
