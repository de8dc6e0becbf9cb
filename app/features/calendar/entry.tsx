/** What stands on a day of the calendar: an invoice in the colour of its state, or a delivery. */
import type { InvoiceState } from "~/features/invoices/form/state";
import { proof } from "~/ui/chart/counted";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import { StatusBadge, statusIcon, statusTitle } from "~/ui/status-badge";
import type { CalendarDay } from "./days.server";
import { isBusy } from "./day-summary";

type Look = InvoiceState | "delivered";

const looks: Record<Look, string> = {
  pending: "is-pending",
  overdue: "is-overdue",
  complete: "is-complete",
  delivered: "is-delivered",
};

interface EntriesProps {
  day: CalendarDay;
  /** Whether the Tab key stops at them. */
  tabIndex?: number;
}

/** The first entries of a day, and the lists of all where there are more. */
export function DayEntries({ day: of, tabIndex }: EntriesProps) {
  if (!isBusy(of)) return null;
  const { due, delivered, invoices, deliveries } = of;
  return (
    <ul className="calendar-entries">
      {invoices.map(({ id, state, customerName }) => (
        <EntryLink
          key={id}
          look={state}
          href={`/invoices/${id}/details`}
          title={id}
          name={customerName}
          tabIndex={tabIndex}
        />
      ))}
      {deliveries.map(({ id, customerName }) => (
        <EntryLink
          key={id}
          look="delivered"
          href={`/orders/${id}`}
          title={`#${id}`}
          name={customerName}
          tabIndex={tabIndex}
        />
      ))}
      {due.value > invoices.length && <More tabIndex={tabIndex} {...proof(due)} text="due" />}
      {delivered.value > deliveries.length && <More tabIndex={tabIndex} {...proof(delivered)} text="delivered" />}
    </ul>
  );
}

function EntryLink({
  look,
  href,
  title,
  name,
  tabIndex,
}: {
  look: Look;
  href: string;
  title: string;
  name: string;
  tabIndex?: number;
}) {
  return (
    <li>
      <a href={href} title={name} className={classes("calendar-entry", looks[look])} tabIndex={tabIndex}>
        <Icon name={statusIcon(look) ?? "info"} />
        <span className="sr-only">{statusTitle(look)}: </span>
        <span className="num font-medium">{title}</span> <bdi className="truncate">{name}</bdi>
      </a>
    </li>
  );
}

function More({ text, ...link }: { text: string; tabIndex?: number } & ReturnType<typeof proof>) {
  return (
    <li>
      <a className="calendar-more num" {...link}>
        {link["data-value"].toLocaleString("en-US")} {text}
      </a>
    </li>
  );
}

/** What the colours mean. */
export function Legend() {
  return (
    <ul className="flex flex-wrap gap-2" aria-label="What the colours mean">
      {(Object.keys(looks) as Look[]).map((look) => (
        <li key={look}>
          <StatusBadge value={look} />
        </li>
      ))}
    </ul>
  );
}
