import type { ReactNode } from "react";
import type { Ticket } from "db/schema";
import type { ListScreenView } from "~/core/list/list";
import { fieldColumn } from "~/ui/list/field-column";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { SupportHead } from "../parts/support-head";
import { ticketFields } from "./fields";

type Row = Pick<Ticket, "id" | "subject" | "status" | "topic"> & { lastReplyAt: Date | string };

interface OwnTicketsProps {
  rows: Row[];
  view: ListScreenView;
  /** Rendered above the list. */
  children: ReactNode;
}

/** The ticket list for users who may see only their own tickets. */
export function OwnTickets(list: OwnTicketsProps) {
  const { view } = list;
  return (
    <ListScreen
      {...list}
      title="Your tickets"
      head={(head) => <SupportHead {...head} />}
      searchHint="Search subject or number"
      rowLabel={({ id }) => `ticket #${id}`}
      empty={{ title: "No tickets yet", text: "Your questions and our answers appear here." }}
      columns={[
        fieldColumn<Row>(ticketFields.subject, {
          narrow: "first",
          cell: (ticket) => <Subject ticket={ticket} list={view.search} />,
        }),
        fieldColumn<Row>(ticketFields.status, {
          narrow: "end",
          cell: ({ status }) => <StatusBadge value={status} />,
        }),
        fieldColumn<Row>(ticketFields.topic, { className: "text-muted", cell: ({ topic }) => topic }),
        fieldColumn<Row>(ticketFields.lastReplyAt, {
          narrow: "second",
          className: "num text-muted",
          cell: ({ lastReplyAt }) => <Time value={lastReplyAt} relative />,
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
