import type { Ticket } from "db/schema";
import type { ListView } from "~/core/list/list";
import { ListScreen } from "~/ui/list/list-screen";
import { StatusBadge } from "~/ui/status-badge";
import { Time } from "~/ui/time";
import { ticketNoun } from "./fields";

interface OwnTicketsProps {
  tickets: Pick<Ticket, "id" | "subject" | "status" | "topic" | "lastReplyAt">[];
  view: ListView;
}

/** What somebody asked who sees no other tickets. */
export function OwnTickets({ tickets, view }: OwnTicketsProps) {
  return (
    <ListScreen
      heading="h2"
      view={view}
      rows={tickets}
      title="Your tickets"
      summary="What you asked, the latest word first."
      noun={ticketNoun}
      searchHint="Search subject or number"
      rowLabel={({ id }) => `ticket #${id}`}
      empty={{ title: "No tickets yet", text: "What you ask appears here, with our answers." }}
      columns={[
        {
          key: "subject",
          label: "Subject",
          sort: "subject",
          className: "c-main",
          cell: (ticket) => <Subject ticket={ticket} list={view.search} />,
        },
        {
          key: "status",
          label: "Status",
          sort: "status",
          className: "c-end",
          cell: ({ status }) => <StatusBadge value={status} />,
        },
        { key: "opened", label: "Topic", className: "c-hide text-muted", cell: ({ topic }) => topic },
        {
          key: "updated",
          label: "Updated",
          sort: "updated",
          className: "c-second num text-muted whitespace-nowrap",
          cell: ({ lastReplyAt }) => <Time value={lastReplyAt} relative />,
        },
      ]}
    />
  );
}

function Subject({ ticket: { id, subject }, list }: { ticket: OwnTicketsProps["tickets"][number]; list: string }) {
  return (
    <>
      <a href={`/support/tickets/${id}?${new URLSearchParams({ list })}`} className="primary-cell">
        <bdi>{subject}</bdi>
      </a>
      <span className="num block text-sm text-subtle">#{id}</span>
    </>
  );
}
