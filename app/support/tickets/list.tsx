import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { listView } from "~/lib/list.server";
import { only } from "~/lib/only";
import { statusPath } from "~/lib/status";
import { ListScreen } from "~/ui/list-screen";
import { MenuButton, MenuLink } from "~/ui/menu";
import { StatusBadge } from "~/ui/status-badge";
import { Time } from "~/ui/time";
import { words } from "~/words";
import { namesOf, ticketListing } from "./tickets.server";

export const meta: MetaFunction = () => [{ title: "Tickets · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const { rows, view } = await listView(ticketListing, request);
  const names = await namesOf(rows.flatMap(({ assigneeId }) => assigneeId ?? []));
  const tickets = rows.map((ticket) => ({
    ...only(ticket, "id", "subject", "status", "priority", "topic", "requesterName", "requesterEmail", "lastReplyAt", "answerDueAt"),
    assignee: ticket.assigneeId === null ? null : (names.get(ticket.assigneeId) ?? null),
  }));
  return { tickets, view };
}

type Row = Awaited<ReturnType<typeof loader>>["tickets"][number];

export default function Tickets() {
  const { tickets, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      heading="h2"
      view={view}
      rows={tickets}
      title="Tickets"
      summary="What people asked, the latest word first."
      noun={words.tickets.noun}
      searchHint="Search subject, number or person"
      rowLabel={(ticket) => `ticket #${ticket.id}`}
      empty={{ title: "No tickets yet", text: "What people ask appears here." }}
      columns={[
        { key: "subject", label: "Subject", sort: "subject", className: "c-main", cell: (ticket) => <Subject ticket={ticket} /> },
        { key: "requester", label: "Requester", sort: "requester", className: "c-hide", cell: (ticket) => <bdi className="clip">{ticket.requesterName}</bdi> },
        { key: "status", label: "Status", sort: "status", className: "c-end", cell: (ticket) => <StatusBadge value={ticket.status} /> },
        { key: "priority", label: "Priority", sort: "priority", className: "c-hide", cell: (ticket) => ticket.priority },
        { key: "topic", label: "Topic", className: "c-hide c-wide text-muted", cell: (ticket) => ticket.topic },
        { key: "assignee", label: "Assigned", className: "c-hide c-wide text-muted", cell: (ticket) => ticket.assignee && <bdi className="clip">{ticket.assignee}</bdi> },
        { key: "updated", label: "Updated", sort: "updated", className: "c-second num text-muted whitespace-nowrap", cell: (ticket) => <Time value={ticket.lastReplyAt} relative /> },
      ]}
      bulk={[
        { label: "Mark as solved", icon: "check-check", name: "status", value: "Solved" },
        { label: "Close", icon: "archive", name: "status", value: "Closed" },
        { label: "Export", icon: "download", name: "act", value: "export" },
        { label: "Delete", icon: "trash-2", name: "act", value: "delete", danger: true },
      ]}
      rowMenu={(ticket) => <RowMenu ticket={ticket} trash={view.trash} />}
    />
  );
}

function Subject({ ticket }: { ticket: Row }) {
  return (
    <>
      <a href={`/support/tickets/${ticket.id}`} className="primary-cell">
        <bdi>{ticket.subject}</bdi>
      </a>
      <span className="num block text-sm text-subtle">#{ticket.id}</span>
    </>
  );
}

function RowMenu({ ticket, trash }: { ticket: Row; trash: boolean }) {
  const page = `/support/tickets/${ticket.id}`;
  if (trash) return <MenuButton icon="undo-2" formAction={`${page}/restore`}>Restore</MenuButton>;
  const status = { formAction: statusPath(page, ticket.status), name: "status" };
  return (
    <>
      <MenuLink icon="eye" href={page}>Open</MenuLink>
      {ticket.status !== "Solved" && <MenuButton icon="check-check" {...status} value="Solved">Mark as solved</MenuButton>}
      <MenuButton icon="trash-2" danger formAction={`${page}/trash`}>Delete</MenuButton>
    </>
  );
}
