import type { Ticket } from "db/schema";
import { Card, CardBody, Facts } from "~/ui/card";
import { StatusBadge } from "~/ui/status-badge";
import type { TicketContext } from "./ticket-context.server";
import { durationText } from "./conversation/duration";

/** What a ticket is about, and, where it is wholly shown, who looks after it. */
export function Details({
  ticket,
  beside: { assignee, hasOrder },
  isWhole,
}: {
  ticket: Ticket;
  beside: Pick<TicketContext, "assignee" | "hasOrder">;
  isWhole: boolean;
}) {
  const { orderId, firstAnsweredAt, createdAt } = ticket;
  const answeredAfter = firstAnsweredAt && new Date(firstAnsweredAt).getTime() - new Date(createdAt).getTime();
  return (
    <Card title="Details">
      <CardBody>
        <Facts
          className="items-center"
          facts={[
            { term: "Status", value: <StatusBadge value={ticket.status} /> },
            { term: "Priority", value: ticket.priority },
            { term: "Topic", value: ticket.topic },
            ...(isWhole ? [{ term: "Assigned", value: <Assigned id={ticket.assigneeId} name={assignee} /> }] : []),
            ...(orderId === null
              ? []
              : [
                  {
                    term: "Order",
                    value: hasOrder ? (
                      <a className="link code reach" href={`/orders/${orderId}`}>
                        #{orderId}
                      </a>
                    ) : (
                      <span className="code">#{orderId}</span>
                    ),
                  },
                ]),
            {
              term: "First answer",
              value: (
                <span className="num">
                  {answeredAfter === null ? "Not yet" : `after ${durationText(answeredAfter)}`}
                </span>
              ),
            },
          ]}
        />
      </CardBody>
    </Card>
  );
}

/** Leads to all that this person looks after. */
function Assigned({ id, name }: { id: number | null; name?: string }) {
  if (id === null) return "Nobody";
  if (name === undefined) return "Somebody who is gone";
  return (
    <a className="link reach" href={`/support/tickets?assignee=${id}`}>
      <bdi>{name}</bdi>
    </a>
  );
}
