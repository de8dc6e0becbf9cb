import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { reachOf } from "~/core/access/access.server";
import { historyFor } from "~/core/audit/journal.server";
import { readIssuer } from "~/features/company/company.server";
import { Card, CardBody, Facts } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { PrintButton } from "~/ui/print-button";
import { History } from "~/ui/record/history";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { invoiceResource } from "../invoices.server";
import { servicePeriodText } from "../service-period";
import { creditNoteResource } from "./credit-notes.server";
import { CreditNoteSheet } from "./sheet";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.note.id ?? "Credit note"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, creditNoteResource, "view");
  const note = await creditNoteResource.at(me, params);
  const invoice = await invoiceResource.find(me, note.invoiceId);
  const seesAll = reachOf(me, "creditNotes.view") === "all";
  return {
    note,
    seesAll,
    from: await readIssuer(note.issuerId),
    taxNumber: invoice?.customerTaxNumber ?? "",
    period: invoice ? servicePeriodText(invoice) : "",
    history: seesAll ? await historyFor(me, creditNoteResource, note.id) : [],
  };
}

export default function CreditNoteDetails() {
  const { note, from, taxNumber, period, history, seesAll } = useLoaderData<typeof loader>();
  const invoice = (
    <a className="link" href={`/invoices/${note.invoiceId}/details`}>
      {note.invoiceId}
    </a>
  );
  return (
    <>
      <div className="no-print">
        <PageTitle
          title={`Credit note ${note.id}`}
          here={note.id}
          breadcrumb={[{ href: "/credit-notes", title: "Credit notes" }]}
          summary={
            <>
              For {invoice}, <Day value={note.date} />
            </>
          }
          actions={<PrintButton variant="default" />}
        />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <CreditNoteSheet note={note} taxNumber={taxNumber} period={period} from={from} />
        <div className="no-print grid gap-5">
          <Card title="What it did">
            <CardBody>
              <Facts
                facts={[
                  { term: `Taken off ${note.invoiceId}`, value: <Money cents={note.applied} /> },
                  { term: "Credit of the customer", value: <Money cents={note.unapplied} /> },
                ]}
              />
            </CardBody>
          </Card>
          {seesAll && (
            <History title="Activity" entries={history} more={`/activity?entity=creditNotes&record=${note.id}`} />
          )}
        </div>
      </div>
    </>
  );
}
