import { Card, CardBody } from "~/ui/card";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import type { latestTickets } from "../tickets/tickets.server";

interface YourTicketsProps {
  tickets: NonNullable<Awaited<ReturnType<typeof latestTickets>>>;
  title?: string;
  className?: string;
}

/** The user's latest tickets. */
export function YourTickets({ tickets: { latest, all }, title = "Your tickets", className }: YourTicketsProps) {
  return (
    <Card
      title={title}
      className={className}
      aside={
        latest.length > 0 && (
          <a className="link reach text-sm" href={all.href}>
            See all
          </a>
        )
      }
    >
      {latest.length === 0 ? (
        <CardBody className="text-muted">No tickets yet.</CardBody>
      ) : (
        <ul className="divide-y divide-border">
          {latest.map(({ id, subject, status, lastReplyAt }) => (
            <li key={id} className="px-5 py-3.5">
              <a
                href={`/support/tickets/${id}`}
                className="reach font-medium underline-offset-2 wrap-anywhere hover:underline"
              >
                <bdi>{subject}</bdi>
              </a>
              <p className="mt-1.5 flex items-center gap-2 text-sm text-muted">
                <StatusBadge value={status} />
                <span className="code">#{id}</span>
                <Time value={lastReplyAt} relative className="ms-auto" />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
