import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { daysBetween, isDay } from "db/dates";
import type { Invoice } from "db/schema";
import { may, reachOf } from "~/core/access/access.server";
import { guard } from "~/auth/session.server";
import type { ListView } from "~/core/list/list";
import { listScreen } from "~/core/list/define-list.server";
import { writeAmounts } from "~/core/list/amounts";
import { readSearch } from "~/core/list/list-query.server";
import { pick } from "~/core/values/pick";
import { statusPath } from "~/core/values/status";
import { today } from "~/core/values/today.server";
import { Avatar } from "~/ui/values/avatar";
import { fieldColumn } from "~/ui/list/field-column";
import type { Column } from "~/ui/list/screen/list-table";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { MenuButton, MenuLink } from "~/ui/overlay/menu";
import { Money } from "~/ui/values/money";
import { StatusBadge } from "~/ui/values/status-badge";
import { Day, Time } from "~/ui/values/time";
import { invoiceFields } from "./fields";
import { invoicesOn } from "./as-of.server";
import { ClientInvoices } from "./client-invoices";
import { countDrafts, invoiceDraftResource } from "./drafts/drafts.server";
import { untilDue } from "./invoice-state-text";
import { balanceOf, isCreditedInFull, invoiceStateOn } from "db/invoice-state";
import { confirmedAmount, invoiceResource } from "./invoices.server";

export const meta: MetaFunction = () => [{ title: "Invoices · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceResource, "view");
  const { rows, view } = await listScreen(invoiceResource.list, me, request);
  const now = today();
  const openDay = view.filters.find(({ name }) => name === "open")?.value ?? "";
  const then = isDay(openDay) ? await invoicesOn(openDay, rows) : rows;
  const invoices = rows.map((invoice, index) => ({
    ...pick(
      invoice,
      "id",
      "customerId",
      "customerName",
      "customerImage",
      "billingEmail",
      "issueDate",
      "dueDate",
      "totalAmount",
      "status",
      "completedAt",
    ),
    ...standingOf(then[index] ?? invoice, isDay(openDay) ? openDay : now),
    confirmed: confirmedAmount(invoice).cents,
    isCredited: isCreditedInFull(invoice),
    daysLeft: daysBetween(now, invoice.dueDate),
  }));
  return {
    invoices,
    isOwn: reachOf(me, "invoices.view") === "own",
    drafts: may(me, invoiceDraftResource.permissions.view) ? await countDrafts() : undefined,
    view: {
      ...view,
      amounts: writeAmounts(invoices.map(({ id, confirmed }) => [id, confirmed])),
      notes: [...view.notes, ...pendingNote(view, invoices)],
    },
  };
}

/** Returns the state and the sums of an invoice as they are on a day. */
const standingOf = (invoice: Invoice, day: string) => ({
  ...pick(invoice, "paid", "credited"),
  state: invoice.deletedAt ? ("void" as const) : invoiceStateOn(invoice, day),
  balance: balanceOf(invoice),
});

/** Returns a note if the list was filtered by pending and also contains overdue invoices. */
function pendingNote({ filters, q }: ListView, shown: { state: string }[]): string[] {
  const searched = readSearch(invoiceResource.listing, q).filters;
  const requested = [...filters.map(({ name, value }) => [name, value]), ...searched].some(
    ([name, value]) => name === "status" && value === "pending",
  );
  return requested && shown.some(({ state }) => state === "overdue")
    ? ["Overdue invoices are pending too, so they are among these. The tab Overdue has them alone."]
    : [];
}

type Row = Awaited<ReturnType<typeof loader>>["invoices"][number];

export default function Invoices() {
  const { invoices, drafts, view, isOwn } = useLoaderData<typeof loader>();
  if (isOwn) return <ClientInvoices invoices={invoices} view={view} />;
  return (
    <ListScreen
      view={view}
      rows={invoices}
      summary="What customers owe or have paid. Overdue ones are pending, too."
      searchHint="Search number, customer, item or total"
      moreTabs={drafts === undefined ? [] : [{ title: "Drafts", href: "/invoices/drafts", count: drafts }]}
      rowLabel={(invoice) => invoice.id}
      columns={[
        {
          key: "id",
          label: "Invoice",
          sort: "id",
          narrow: "first",
          cell: (invoice) => <NumberAndTotal invoice={invoice} />,
        },
        fieldColumn<Row>(invoiceFields.customerName, {
          narrow: "second",
          cell: (invoice) => <Customer invoice={invoice} />,
        }),
        fieldColumn<Row>(invoiceFields.issueDate, {
          room: "wider",
          className: "num text-muted",
          cell: (invoice) => <Day value={invoice.issueDate} />,
        }),
        fieldColumn<Row>(invoiceFields.dueDate, {
          className: "num text-muted",
          cell: (invoice) => <DueAndPaid invoice={invoice} />,
        }),
        fieldColumn<Row>(invoiceFields.totalAmount, {
          className: "end",
          cell: (invoice) => <TotalAndBalance invoice={invoice} />,
        }),
        amountColumn("paid", "Paid"),
        amountColumn("credited", "Credited"),
        amountColumn("balance", "Balance"),
        fieldColumn<Row>(invoiceFields.status, {
          narrow: "end",
          cell: (invoice) => <StatusBadge value={invoice.state} />,
        }),
      ]}
      bulk={[
        { label: "Mark as complete", icon: "circle-check", name: "status", value: "complete" },
        { label: "Send reminders", icon: "send", page: "/invoices/remind" },
        { label: "Mark as pending", icon: "clock", name: "status", value: "pending", rare: true },
      ]}
      rowEdit={({ id }) => `/invoices/${id}`}
      rowAmount={(invoice) => invoice.totalAmount}
      rowMenu={(invoice) => <RowMenu invoice={invoice} trash={view.trash} />}
    />
  );
}

/** A column of an amount that is often 0, which a dash shows. */
const amountColumn = (key: "paid" | "credited" | "balance", label: string): Column<Row> => ({
  key,
  label,
  room: "widest",
  className: "end",
  cell: ({ [key]: cents }) => (cents === 0 ? "–" : <Money cents={cents} />),
});

/** The invoice number, and on narrow screens the total, which has no column there. */
function NumberAndTotal({ invoice }: { invoice: Row }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <a href={`/invoices/${invoice.id}/details`} className="primary-cell code whitespace-nowrap">
        {invoice.id}
      </a>
      <Money cents={invoice.totalAmount} className="hidden @max-2xl:block" />
    </div>
  );
}

/** The total, and what is left of it once a part is paid, where the balance has no column. */
function TotalAndBalance({ invoice: { totalAmount, balance } }: { invoice: Row }) {
  return (
    <>
      <Money cents={totalAmount} />
      {balance !== 0 && balance !== totalAmount && (
        <p className="second-line detail @min-[66rem]:hidden">
          <Money cents={balance} /> left
        </p>
      )}
    </>
  );
}

function Customer({ invoice: { customerId, customerName, customerImage, billingEmail } }: { invoice: Row }) {
  return (
    <div className="person">
      <Avatar person={{ id: customerId ?? 0, name: customerName, image: customerImage }} />
      <div>
        <p className="text-base! text-text!">
          <bdi>{customerName}</bdi>
        </p>
        <p className="@max-2xl:hidden">{billingEmail}</p>
      </div>
    </div>
  );
}

/** The due date, and when it was paid; until then how long there is. */
function DueAndPaid({ invoice: { dueDate, daysLeft, status, completedAt, isCredited } }: { invoice: Row }) {
  const more = completedAt ? (
    <>
      {isCredited ? "Credited" : "Paid"} <Time value={completedAt} />
    </>
  ) : (
    status === "pending" && untilDue(daysLeft)
  );
  return (
    <>
      <Day value={dueDate} />
      {more && <p className="second-line detail">{more}</p>}
    </>
  );
}

function RowMenu({ invoice: { id, status, confirmed }, trash }: { invoice: Row; trash: boolean }) {
  if (trash)
    return (
      <MenuButton icon="undo-2" formAction={`/invoices/${id}/restore`}>
        Reinstate
      </MenuButton>
    );
  const act =
    status === "pending"
      ? ({ label: "Mark as complete", icon: "circle-check", value: "complete" } as const)
      : ({ label: "Mark as pending", icon: "clock", value: "pending" } as const);
  return (
    <>
      <MenuLink icon="eye" href={`/invoices/${id}/details`}>
        View
      </MenuLink>
      <MenuLink icon="pencil-line" href={`/invoices/${id}`}>
        Edit
      </MenuLink>
      <MenuLink icon="send" href={`/invoices/${id}/send`}>
        Send
      </MenuLink>
      {status === "pending" && (
        <MenuLink icon="banknote" href={`/payments/create?invoice=${id}`}>
          Record payment
        </MenuLink>
      )}
      <MenuButton
        icon={act.icon}
        formAction={statusPath(`/invoices/${id}`, status, confirmed)}
        name="status"
        value={act.value}
      >
        {act.label}
      </MenuButton>
      <MenuLink icon="copy" href={`/invoices/create?copy=${id}`}>
        Duplicate
      </MenuLink>
      <MenuButton icon="trash-2" danger formAction={`/invoices/${id}/trash`}>
        Void
      </MenuButton>
    </>
  );
}
