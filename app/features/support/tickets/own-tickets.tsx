import type { Ticket } from "db/schema";
import type { ListScreenView } from "~/core/list/list";
import { fieldColumn } from "~/ui/list/field-column";
import { ListScreen } from "~/ui/list/list-screen";
import { StatusBadge } from "~/ui/status-badge";
import { Time } from "~/ui/time";
import { ticketFields } from "./fields";

type Row = Pick<Ticket, "id" | "subject" | "status" | "topic" | "lastReplyAt">;

interface OwnTicketsProps {
  tickets: Row[];
  view: ListScreenView;
}

/** What somebody asked who sees no other tickets. */
export function OwnTickets({ tickets, view }: OwnTicketsProps) {
  return (
    <ListScreen
      view={view}
      rows={tickets}
      title="Your tickets"
      summary="What you asked, the latest word first."
      searchHint="Search subject or number"
      rowLabel={({ id }) => `ticket #${id}`}
      empty={{ title: "No tickets yet", text: "What you ask appears here, with our answers." }}
      columns={[
        fieldColumn(ticketFields.subject, {
          className: "c-main",
          cell: (ticket: Row) => <Subject ticket={ticket} list={view.search} />,
        }),
        fieldColumn(ticketFields.status, {
          className: "c-end",
          cell: ({ status }: Row) => <StatusBadge value={status} />,
        }),
        fieldColumn(ticketFields.topic, { className: "c-hide text-muted", cell: ({ topic }: Row) => topic }),
        fieldColumn(ticketFields.lastReplyAt, {
          className: "c-second num text-muted",
          cell: ({ lastReplyAt }: Row) => <Time value={lastReplyAt} relative />,
        }),
      ]}
    />
  );
}

function Subject({ ticket: { id, subject }, list }: { ticket: Row; list: string }) {
  return (
    <>
      <a href={`/support/tickets/${id}?${new URLSearchParams({ list })}`} className="primary-cell">
        <bdi>{subject}</bdi>
      </a>
      <span className="second-line num">#{id}</span>
    </>
  );
}
