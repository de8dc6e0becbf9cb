import type { ReactNode } from "react";
import { Card, CardBody } from "~/ui/card";
import { proof } from "~/ui/chart/counted";
import { Money } from "~/ui/values/money";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import type { DayInFull } from "./days.server";
import { dayId, dayTitle } from "./month";
import { dayHas, deliveriesMade, invoicesDue } from "./day-summary";

/** All of one day: its invoices and its deliveries, and where the rest of them are. */
export function DayCard({ of }: { of: DayInFull }) {
  const { day, due, delivered, invoices, deliveries } = of;
  const has = dayHas(of);
  return (
    <Card
      id={dayId}
      className="calendar-chosen"
      title={dayTitle(day)}
      sub={has === "nothing" ? "Nothing is due on this day, and nothing was delivered." : has}
    >
      {due.value > 0 && (
        <Rows
          title="Due"
          all={{ ...proof(due), text: `All ${invoicesDue(due.value)}`, isMore: due.value > invoices.length }}
        >
          {invoices.map(({ id, customerName, state, totalAmount }) => (
            <Row
              key={id}
              href={`/invoices/${id}/details`}
              title={id}
              name={customerName}
              status={state}
              cents={totalAmount}
            />
          ))}
        </Rows>
      )}
      {delivered.value > 0 && (
        <Rows
          title="Delivered"
          all={{
            ...proof(delivered),
            text: `All ${deliveriesMade(delivered.value)}`,
            isMore: delivered.value > deliveries.length,
          }}
        >
          {deliveries.map(({ id, customerName, status, totalAmount, deliveredAt }) => (
            <Row
              key={id}
              href={`/orders/${id}`}
              title={`#${id}`}
              name={customerName}
              status={status}
              cents={totalAmount}
              at={deliveredAt}
            />
          ))}
        </Rows>
      )}
    </Card>
  );
}

interface RowsProps {
  title: string;
  /** The list of all of them, for when there are more. */
  all: { text: string; href: string; isMore: boolean };
  children: ReactNode;
}

function Rows({ title, all: { text, isMore, ...link }, children }: RowsProps) {
  return (
    <>
      <h3 className="calendar-kind">{title}</h3>
      <ul className="divide-y divide-border">{children}</ul>
      {isMore && (
        <CardBody className="border-t border-border py-2.5!">
          <a className="link reach num text-sm" {...link}>
            {text}
          </a>
        </CardBody>
      )}
    </>
  );
}

interface RowProps {
  href: string;
  title: string;
  name: string;
  status: string;
  cents: number;
  at?: Date | null;
}

function Row({ href, title, name, status, cents, at }: RowProps) {
  return (
    <li className="grid gap-y-1 px-5 py-3">
      <div className="flex justify-between gap-4">
        <a href={href} className="primary-cell num reach">
          {title}
        </a>
        <Money cents={cents} className="font-medium" />
      </div>
      <div className="flex items-center justify-between gap-4">
        <p className="text-sm text-muted wrap-anywhere">
          <bdi>{name}</bdi>
          {at && (
            <>
              , <Time value={at} clock="alone" />
            </>
          )}
        </p>
        <StatusBadge value={status} />
      </div>
    </li>
  );
}
