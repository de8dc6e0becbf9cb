import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { config } from "config";
import { db } from "db";
import { may, reachOf } from "~/core/access/access.server";
import { useMay } from "~/core/access/may";
import { guard } from "~/auth/session.server";
import type { Entry } from "~/core/audit/entries.server";
import { actionText, History } from "~/ui/record/history";
import { UnsentMails } from "~/ui/record/unsent-mails";
import { mailTroubles } from "~/core/mail/mail.server";
import { daysBetween } from "db/dates";
import { pick } from "~/core/values/pick";
import { statusPath } from "~/core/values/status";
import { today } from "~/core/values/today.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Money } from "~/ui/values/money";
import { PageTitle } from "~/ui/page-title";
import { MenuLink } from "~/ui/overlay/menu";
import { PrintButton } from "~/ui/print-button";
import { InTrash } from "~/ui/form/in-trash";
import { RecordMenu } from "~/ui/record/record-menu";
import { Email } from "~/ui/values/email";
import { StatusBadge } from "~/ui/values/status-badge";
import { Day, Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { invoiceActivity } from "./activity.server";
import { creditNotesOf } from "./credit-notes/issue.server";
import { CreditsOfInvoice } from "./credit-notes/of-invoice";
import { readIssuer } from "~/features/company/company.server";
import { lockReason } from "~/features/locking/locking.server";
import { isReopenable, paymentsOf, usableCredit } from "~/features/payments/of-invoice.server";
import { InvoicePayments } from "~/features/payments/parts/invoice-payments";
import { invoiceResource } from "./invoices.server";
import { type NamedOrder, orderNamedOn } from "./orders-of-invoices.server";
import { sendLabel } from "./sending/label";
import { sendingOf } from "./sending/send.server";
import { InvoiceSheet } from "./sheet";
import { servicePeriodText } from "./service-period";
import { untilDue } from "./invoice-state-text";
import { balanceOf, isCreditedInFull, invoiceStateOn } from "db/invoice-state";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.invoice.id ?? "Invoice"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceResource, "view");
  const invoice = await invoiceResource.at(me, params);
  const seesAll = reachOf(me, "invoices.view") === "all";
  const payments = may(me, "payments.view") ? await paymentsOf(invoice.id) : [];
  const credits = (await creditNotesOf(invoice.id, db)).map((note) => pick(note, "id", "totalAmount"));
  return {
    invoice,
    state: invoiceStateOn(invoice, today()),
    balance: balanceOf(invoice),
    credit: await usableCredit(invoice, me),
    payments,
    canReopen: seesAll && invoice.status === "complete" && (await isReopenable(invoice)),
    daysLeft: daysBetween(today(), invoice.dueDate),
    lock: seesAll && !invoice.deletedAt ? await lockReason(invoice) : undefined,
    seesAll,
    order: await orderNamedOn(invoice.id, me),
    sending: seesAll ? await sendingOf(invoice) : undefined,
    unsent: seesAll ? await mailTroubles({ entity: "invoices", recordId: invoice.id }) : [],
    history: seesAll ? await invoiceActivity(me, invoice, { payments, credits }) : [],
    credits,
    from: await readIssuer(invoice.issuerId),
    period: servicePeriodText(invoice),
    help: config.support,
  };
}

type Data = Awaited<ReturnType<typeof loader>>;

export default function InvoiceDetails() {
  const data = useLoaderData<typeof loader>();
  const { invoice, seesAll, help, state, order, history, from, sending, unsent, credits, lock } = data;
  const mayChange = useMay()("sales.change");
  return (
    <>
      <div className="no-print">
        <PageTitle
          title={`Invoice ${invoice.id}`}
          here={invoice.id}
          breadcrumb={[{ href: "/invoices", title: "Invoices" }]}
          badge={<StatusBadge value={invoice.deletedAt ? "void" : state} />}
          summary={
            <Summary
              order={order}
              issueDate={invoice.issueDate}
              externalNumber={invoice.externalNumber}
              sending={sending}
              lock={lock}
            />
          }
          actions={
            seesAll ? (
              !invoice.deletedAt && (
                <Actions
                  id={invoice.id}
                  send={sendLabel(state, invoice.sentAt !== null)}
                  isLocked={lock !== undefined}
                />
              )
            ) : (
              <PrintButton variant="default" />
            )
          }
        />
        {invoice.deletedAt && (
          <div className="mb-5">
            <InTrash isVoid name={invoice.id} restore={mayChange ? `/invoices/${invoice.id}/restore` : undefined}>
              It counts nowhere and keeps its number.
            </InTrash>
          </div>
        )}
        <UnsentMails mails={unsent} />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <InvoiceSheet invoice={invoice} state={invoice.deletedAt ? "void" : state} from={from} period={data.period} />
        <div className={`no-print grid gap-5 ${seesAll ? "" : "max-xl:order-first"}`}>
          {!invoice.deletedAt && <InvoiceStatusCard {...data} />}
          <InvoicePayments payments={data.payments} />
          {!seesAll && invoice.status === "pending" && <HowToPay id={invoice.id} company={from} help={help} />}
          {invoice.internalNote && (
            <Card title="Internal note">
              <CardBody className="text-sm wrap-anywhere whitespace-pre-line">
                <bdi>{invoice.internalNote}</bdi>
              </CardBody>
            </Card>
          )}
          <CreditsOfInvoice credits={credits} />
          {seesAll && (
            <History
              title="Activity"
              entries={history}
              line={activityLine}
              more={`/activity?entity=invoices&record=${invoice.id}`}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** Says what was done to the invoice, or to one of its payments and credit notes, with a link to that. */
function activityLine(entry: Entry) {
  const { entity, byName, href, label, action, after } = entry;
  const isOther = entity !== "invoices";
  const cents = isOther && action === "created" ? Number(after?.amount ?? after?.totalAmount) : 0;
  return (
    <>
      <b className="font-medium">
        <bdi>{byName}</bdi>
      </b>{" "}
      <span className="text-muted">{actionText(entry, isOther ? "" : "this")}</span>{" "}
      {isOther && (
        <a className="link" href={href}>
          {label}
        </a>
      )}
      {cents > 0 && (
        <>
          , <Money cents={cents} />
        </>
      )}
    </>
  );
}

interface SummaryProps {
  order: NamedOrder | undefined;
  issueDate: string;
  externalNumber: string;
  sending: SerializeFrom<Data["sending"]>;
  /** Why it is locked, as a clause. */
  lock: string | undefined;
}

function Summary({ order, issueDate, externalNumber, sending, lock }: SummaryProps) {
  return (
    <>
      {order === undefined ? (
        "Issued "
      ) : (
        <>
          For{" "}
          <a className="link" href={`/orders/${order.id}`}>
            order #{order.id}
          </a>
          {order.isDeleted && " (deleted)"}, issued{" "}
        </>
      )}
      <Day value={issueDate} />
      {sending && (
        <>
          ,{" "}
          {sending.at ? (
            <>
              sent <Time value={sending.at} relative />
            </>
          ) : (
            <>
              not sent by <span className="whitespace-nowrap">e-mail</span> yet
            </>
          )}
          {sending.isLost && " but could not be delivered"}
          {sending.isOutdated && " and changed since"}
        </>
      )}
      {lock && ` · Locked, because ${lock}`}
      {externalNumber && (
        <>
          {" · External number "}
          <bdi className="wrap-anywhere">{externalNumber}</bdi>
        </>
      )}
    </>
  );
}

function Actions({ id, send, isLocked }: { id: string; send: string; isLocked: boolean }) {
  if (!useMay()("sales.change")) return <PrintButton />;
  return (
    <>
      <ButtonLink variant="outline" icon="send" href={`/invoices/${id}/send`}>
        {send}
      </ButtonLink>
      <ButtonLink variant="outline" icon="pencil-line" href={`/invoices/${id}`}>
        Edit
      </ButtonLink>
      <PrintButton />
      <RecordMenu name={id} trash={isLocked ? undefined : `/invoices/${id}/trash`} trashLabel="Void invoice">
        <MenuLink icon="copy" href={`/invoices/create?copy=${id}`}>
          Duplicate
        </MenuLink>
        <MenuLink icon="undo-2" href={`/invoices/${id}/credit`}>
          Create credit note
        </MenuLink>
      </RecordMenu>
    </>
  );
}

type StandingProps = SerializeFrom<Pick<Data, "invoice" | "balance" | "credit" | "daysLeft" | "seesAll" | "canReopen">>;

/** Shows the balance and its due date, or that the invoice is paid, with the acts that change that. */
function InvoiceStatusCard({ invoice, balance, credit, daysLeft, seesAll, canReopen }: StandingProps) {
  const { status, totalAmount, dueDate, completedAt, deletedAt } = invoice;
  const mayChange = useMay()("sales.change");
  const open = status === "pending";
  return (
    <Card aria-label="Payment">
      <CardBody>
        <p className="text-sm text-muted">
          {open ? "Amount due" : isCreditedInFull(invoice) ? "Credited in full" : "Paid in full"}
        </p>
        <p className="num mt-0.5 text-3xl font-semibold wrap-anywhere">
          <Money cents={open ? balance : totalAmount} />
        </p>
        {open && balance !== totalAmount && (
          <p className="mt-1 text-sm text-muted">
            <Money cents={totalAmount - balance} /> of <Money cents={totalAmount} /> is settled
          </p>
        )}
        <p className="mt-1 text-sm text-muted">
          {open ? (
            <>
              {untilDue(daysLeft)}, <Day value={dueDate} />
            </>
          ) : (
            completedAt && (
              <>
                Completed on <Time value={completedAt} />
              </>
            )
          )}
        </p>
        {seesAll && mayChange && !deletedAt && (
          <InvoiceActions invoice={invoice} seen={open ? balance : totalAmount} credit={credit} canReopen={canReopen} />
        )}
      </CardBody>
    </Card>
  );
}

interface ActsProps extends Pick<StandingProps, "invoice" | "credit" | "canReopen"> {
  /** The amount shown, in cents. */
  seen: number;
}

/** Records a payment, or marks the invoice as complete without one; of a paid one, takes that back. */
function InvoiceActions({ invoice: { id, status, paid }, seen, credit, canReopen }: ActsProps) {
  const open = status === "pending";
  const record = `/payments/create?invoice=${id}`;
  return (
    <div className="mt-4 grid gap-2">
      {open && (
        <ButtonLink icon="banknote" href={record} className="w-full">
          Record payment
        </ButtonLink>
      )}
      {credit > 0 && (
        <ButtonLink variant="outline" href={`${record}&kind=credit`} className="w-full">
          <span>
            Use credit of <Money cents={credit} />
          </span>
        </ButtonLink>
      )}
      {(open || canReopen) && (
        <Form method="post" action={statusPath(`/invoices/${id}`, status, seen)}>
          <Button
            name="status"
            value={open ? "complete" : "pending"}
            icon={open ? "circle-check" : "clock"}
            variant="outline"
            className="w-full"
          >
            {open ? "Mark as complete" : "Mark as pending"}
          </Button>
        </Form>
      )}
      {!open && paid > 0 && (
        <ButtonLink variant="outline" icon="undo-2" href={`${record}&kind=refund`} className="w-full">
          Record refund
        </ButtonLink>
      )}
    </div>
  );
}

/** Payment instructions for the customer. Payments are not processed here. */
function HowToPay({
  id,
  company: { name, payment },
  help: { email, phone },
}: {
  id: string;
  company: Data["from"];
  help: Data["help"];
}) {
  return (
    <Card title="How to pay">
      <CardBody className="grid gap-3 text-sm text-muted">
        <p>
          Pay {name} {payment ? "as below" : "the way you agreed on"}, and name{" "}
          <span className="code text-text">{id}</span> as the reference. Once the payment has arrived, this page says
          so.
        </p>
        {payment && (
          <p className="num whitespace-pre-line text-text">
            <bdi>{payment}</bdi>
          </p>
        )}
        <p>
          Anything unclear?{" "}
          <a
            className="link"
            href={`/support/create-ticket?${new URLSearchParams({ subject: `Invoice ${id}`, topic: "Invoices and tax" })}`}
          >
            Ask about this invoice
          </a>
          {email && (
            <>
              , or write to{" "}
              <a className="link" href={`mailto:${email}`}>
                <Email address={email} />
              </a>
            </>
          )}
          {phone && (
            <>
              , or call <bdi className="num">{phone}</bdi>
            </>
          )}
          .
        </p>
      </CardBody>
    </Card>
  );
}
