import type { Ticket } from "db/schema";
import { useMay } from "~/core/access/may";
import { Avatar } from "~/ui/values/avatar";
import { Card, CardBody } from "~/ui/card";
import { Email } from "~/ui/values/email";
import { StatusBadge } from "~/ui/values/status-badge";
import type { TicketContext } from "./ticket-context.server";

interface RequesterProps {
  ticket: Pick<Ticket, "requesterId" | "requesterName" | "requesterEmail">;
  /** Undefined for a requester who was never in the directory. */
  requester: TicketContext["requester"];
}

/** The requester, with their other records. */
export function Requester({ ticket: { requesterId, requesterName, requesterEmail }, requester }: RequesterProps) {
  const isKnown = requester?.person !== undefined;
  const mayOpen = useMay()("people.view");
  return (
    <Card
      title="Requester"
      aside={
        isKnown &&
        mayOpen && (
          <a className="link reach text-sm" href={`/users/${requesterId}`}>
            View
          </a>
        )
      }
    >
      <CardBody>
        <div className="flex items-center gap-3">
          <Avatar size="lg" person={{ id: requesterId ?? 0, name: requesterName, image: requester?.person?.image }} />
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">
              <bdi>{requesterName}</bdi>
            </p>
            {requesterEmail && (
              <p className="text-sm text-muted">
                <a className="reach underline-offset-2 hover:underline" href={`mailto:${requesterEmail}`}>
                  <Email address={requesterEmail} />
                </a>
              </p>
            )}
          </div>
        </div>
        {!isKnown && <p className="mt-3 text-sm text-muted">Not in the directory any more.</p>}
        {requester && <Past requester={requester} />}
      </CardBody>
    </Card>
  );
}

function Past({ requester: { orders, invoices, tickets } }: { requester: NonNullable<TicketContext["requester"]> }) {
  const kinds = [
    ...(orders
      ? [
          {
            title: "Orders",
            all: orders.all,
            rows: orders.latest.map(({ id, status }) => ({ href: `/orders/${id}`, text: `#${id}`, status })),
          },
        ]
      : []),
    ...(invoices
      ? [
          {
            title: "Invoices",
            all: invoices.all,
            rows: invoices.latest.map(({ id, state }) => ({
              href: `/invoices/${id}/details`,
              text: id,
              status: state,
            })),
          },
        ]
      : []),
    ...(tickets
      ? [
          {
            title: "Tickets",
            all: tickets.all,
            rows: tickets.latest.map(({ id, subject, status }) => ({
              href: `/support/tickets/${id}`,
              text: `#${id} ${subject}`,
              status,
            })),
          },
        ]
      : []),
  ];
  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      {kinds.map(({ title, all, rows }) => (
        <section key={title} aria-label={`${title} of the requester`}>
          <h3 className="flex items-baseline justify-between gap-3 text-sm font-medium">
            {title}
            <a className="link reach text-end font-normal" href={all.href}>
              {all.text}
            </a>
          </h3>
          {rows.length > 0 && (
            <ul className="mt-1.5 grid grid-cols-1 gap-1.5 text-sm">
              {rows.map((row) => (
                <li key={row.href} className="flex items-center justify-between gap-3">
                  <a className="reach min-w-0 truncate text-muted underline-offset-2 hover:underline" href={row.href}>
                    <bdi>{row.text}</bdi>
                  </a>
                  <StatusBadge value={row.status} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}
