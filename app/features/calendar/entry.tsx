/** An entry in the calendar: an invoice in the color of its state, or a delivery. */
import type { ComponentProps, ReactNode } from "react";
import { formatNumber } from "~/core/values/noun";
import type { InvoiceState } from "db/invoice-state";
import { type Counted, proof } from "~/ui/chart/counted";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import { statusIcon, statusTitle } from "~/ui/values/status-badge";
import type { CalendarDay } from "./days.server";
import { isBusy } from "./day-summary";

type Look = InvoiceState | "delivered";

const entryStyles: Record<Look, string> = {
  pending: "is-pending",
  overdue: "is-overdue",
  complete: "is-complete",
  delivered: "is-delivered",
};

interface EntriesProps {
  day: CalendarDay;
  /** Tab index of the entries. */
  tabIndex?: number;
}

/** The entries of a day, or, if they are too many, the count of each kind with links to the lists. */
export function DayEntries({ day: of, tabIndex }: EntriesProps) {
  if (!isBusy(of)) return null;
  const { unpaid, paid, delivered, invoices, deliveries } = of;
  const isFull = invoices.length + deliveries.length === 0;
  return (
    <ul className="calendar-entries">
      {invoices.map(({ id, state, customerName }) => (
        <Entry key={id} look={state} href={`/invoices/${id}/details`} title={customerName} tabIndex={tabIndex}>
          <span className="num font-medium">{id}</span> <bdi className="truncate">{customerName}</bdi>
        </Entry>
      ))}
      {deliveries.map(({ id, customerName }) => (
        <Entry key={id} look="delivered" href={`/orders/${id}`} title={customerName} tabIndex={tabIndex}>
          <span className="num font-medium">#{id}</span> <bdi className="truncate">{customerName}</bdi>
        </Entry>
      ))}
      {isFull && (
        <>
          <CountEntry look={unpaid.state} of={unpaid} tabIndex={tabIndex} />
          <CountEntry look="complete" of={paid} tabIndex={tabIndex} />
          <CountEntry look="delivered" of={delivered} tabIndex={tabIndex} />
        </>
      )}
    </ul>
  );
}

/** The count of one kind on a day. */
function CountEntry({ look, of, tabIndex }: { look: Look; of: Counted; tabIndex?: number }) {
  if (of.value === 0) return null;
  return (
    <Entry look={look} {...proof(of)} title={statusTitle(look)} tabIndex={tabIndex}>
      <bdi className="calendar-count">
        <span className="num font-medium">{formatNumber(of.value)}</span>{" "}
        <span aria-hidden="true">{statusTitle(look).toLowerCase()}</span>
      </bdi>
    </Entry>
  );
}

function Entry({ look, children, ...link }: { look: Look; children: ReactNode } & ComponentProps<"a">) {
  return (
    <li>
      <a className={classes("calendar-entry", entryStyles[look])} {...link}>
        <Icon name={statusIcon(look) ?? "info"} />
        <span className="sr-only">{statusTitle(look)}: </span>
        {children}
      </a>
    </li>
  );
}

/** The legend of the calendar's colors. */
export function Legend() {
  return (
    <ul className="calendar-legend" aria-label="What the marks mean">
      {(Object.keys(entryStyles) as Look[]).map((look) => (
        <li key={look} className={classes("calendar-entry", entryStyles[look])}>
          <Icon name={statusIcon(look) ?? "info"} />
          {statusTitle(look)}
        </li>
      ))}
    </ul>
  );
}
