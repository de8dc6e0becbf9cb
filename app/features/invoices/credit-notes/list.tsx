import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { reachOf } from "~/core/access/access.server";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { fieldColumn } from "~/ui/list/field-column";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { creditNoteResource } from "./credit-notes.server";
import { creditNoteFields } from "./fields";

export const meta: MetaFunction = () => [{ title: "Credit notes · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, creditNoteResource, "view");
  const { rows, view } = await listScreen(creditNoteResource.list, me, request);
  return {
    notes: rows.map((note) => pick(note, "id", "date", "invoiceId", "customerName", "reason", "totalAmount")),
    isOwn: reachOf(me, "creditNotes.view") === "own",
    view,
  };
}

type Row = Awaited<ReturnType<typeof loader>>["notes"][number];

export default function CreditNotes() {
  const { notes, view, isOwn } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={notes}
      title={isOwn ? "Your credit notes" : undefined}
      summary={
        isOwn
          ? "What was taken off your invoices, newest first."
          : "What was taken off invoices after they were issued."
      }
      searchHint={isOwn ? "Search number, item or reason" : "Search number, customer, item or reason"}
      rowLabel={({ id }) => id}
      empty={{
        title: "No credit notes yet",
        text: isOwn
          ? "Your credit notes appear here."
          : "Create one for an invoice that was too high, or for goods that came back.",
      }}
      columns={[
        {
          key: "id",
          label: "Credit note",
          sort: "id",
          narrow: "first",
          cell: (note) => (
            <a href={`/credit-notes/${note.id}`} className="primary-cell code whitespace-nowrap">
              {note.id}
            </a>
          ),
        },
        fieldColumn<Row>(creditNoteFields.date, {
          className: "num text-muted",
          cell: ({ date }) => <Day value={date} />,
        }),
        fieldColumn<Row>(creditNoteFields.invoiceId, {
          cell: ({ invoiceId }) => (
            <a href={`/invoices/${invoiceId}/details`} className="link code whitespace-nowrap">
              {invoiceId}
            </a>
          ),
        }),
        ...(isOwn ? [] : [fieldColumn<Row>(creditNoteFields.customerName, { narrow: "second" })]),
        fieldColumn<Row>(creditNoteFields.reason, { room: "wider" }),
        fieldColumn<Row>(creditNoteFields.totalAmount, {
          className: "end",
          narrow: "end",
          cell: ({ totalAmount }) => <Money cents={totalAmount} />,
        }),
      ]}
    />
  );
}
