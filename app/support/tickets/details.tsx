import type { Ticket } from "db/schema";
import { Card, CardBody, Facts } from "~/ui/card";
import { StatusBadge } from "~/ui/status-badge";

/** What a ticket is about, and who looks after it. */
export function Details({ ticket, assignee }: { ticket: Ticket; assignee?: string }) {
  return (
    <Card title="Details">
      <CardBody>
        <Facts
          className="items-center"
          facts={[
            { term: "Status", value: <StatusBadge value={ticket.status} /> },
            { term: "Priority", value: ticket.priority },
            { term: "Topic", value: ticket.topic },
            { term: "Assigned", value: assignee ? <bdi>{assignee}</bdi> : "Nobody" },
          ]}
        />
      </CardBody>
    </Card>
  );
}
