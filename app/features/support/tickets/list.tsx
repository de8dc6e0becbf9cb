import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reachOf } from "~/core/access/access.server";
import { guard } from "~/auth/session.server";
import { listHref, type ListView } from "~/core/list/list";
import { listScreen } from "~/core/list/define-list.server";
import { statusPath } from "~/core/values/status";
import { Badge } from "~/ui/values/badge";
import { buttonClass } from "~/ui/button";
import { fieldColumn } from "~/ui/list/field-column";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { MenuButton, MenuLink } from "~/ui/overlay/menu";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { SupportHead } from "../parts/support-head";
import { ticketFields } from "./fields";
import { unassigned } from "./unassigned";
import { OwnTickets } from "./client-tickets";
import { ticketResource } from "./tickets.server";
import { newestEntry, ticketRows } from "./list-news.server";
import { ListNews } from "./list-news";
import { useListNews } from "./use-list-news";

export const meta: MetaFunction = () => [{ title: "Tickets · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, ticketResource, "view");
  const entry = await newestEntry(); // before the rows: what comes in between is read again
  const { rows, view } = await listScreen(ticketResource.list, me, request);
  const now = new Date();
  return {
    tickets: await ticketRows(me, rows, now),
    view,
    me: me.id,
    isOwn: reachOf(me, "tickets.view") === "own",
    entry,
    loadedAt: now,
  };
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["tickets"][number];

export default function Tickets() {
  const data = useLoaderData<typeof loader>();
  const { view, me, isOwn } = data;
  const { rows, ...news } = useListNews<Row>(data, view.selectAll);
  const list = { view, rows, children: <ListNews {...news} view={view} /> };
  if (isOwn) return <OwnTickets {...list} />;
  return (
    <ListScreen
      {...list}
      head={(head) => <SupportHead {...head} isTitleVisible={view.trash} />}
      searchHint="Search tickets and messages"
      rowLabel={(ticket) => `ticket #${ticket.id}`}
      empty={{ title: "No tickets yet", text: "Questions from customers appear here." }}
      columns={[
        fieldColumn<Row>(ticketFields.subject, {
          narrow: "first",
          className: "c-fill",
          cell: (ticket) => <Subject ticket={ticket} list={view.search} />,
        }),
        fieldColumn<Row>(ticketFields.requesterName, { room: "widest" }),
        fieldColumn<Row>(ticketFields.status, {
          narrow: "end",
          cell: (ticket) => <StatusBadge value={ticket.status} />,
        }),
        {
          key: "priority",
          label: ticketFields.priority.label,
          sort: "priority",
          room: "wider",
          cell: (ticket) => ticket.priority,
        },
        {
          key: "assignee",
          label: "Assigned",
          room: "wider",
          className: "text-muted",
          cell: ({ assignee }) => assignee && <Assignee view={view} {...assignee} />,
        },
        fieldColumn<Row>(ticketFields.answerDueAt, {
          className: "whitespace-nowrap",
          cell: (ticket) => <Due ticket={ticket} />,
        }),
        fieldColumn<Row>(ticketFields.lastReplyAt, {
          narrow: "second",
          className: "num text-muted",
          cell: (ticket) => (
            <>
              <Time value={ticket.lastReplyAt} relative />
              <span className="@min-2xl:hidden">
                {" · "}
                {ticket.priority} ·{" "}
                <bdi className="inline-block max-w-36 truncate align-bottom">
                  {ticket.assignee?.name ?? "Unassigned"}
                </bdi>
              </span>
            </>
          ),
        }),
      ]}
      bulk={[
        { label: "Mark as solved", icon: "check-check", name: "status", value: "Solved" },
        { label: "Close", icon: "archive", name: "status", value: "Closed" },
        { label: "Reopen", icon: "circle-dot", name: "status", value: "Open", rare: true },
        { label: "Mark as pending", icon: "clock", name: "status", value: "Pending", rare: true },
      ]}
      rowMenu={(ticket) => <RowMenu ticket={ticket} me={me} trash={view.trash} list={view.search} />}
      besideTabs={!view.trash && <QuickLinks view={view} me={me} />}
      createHref="/support/create-ticket"
      rowEdit={({ id }) => `/support/tickets/${id}/edit`}
    />
  );
}

/** The views that people open most. The one that is shown is marked; it keeps search and sorting. */
function QuickLinks({ view, me }: { view: ListView; me: number }) {
  const links = [
    { title: "All tickets", filters: { assignee: null, answer: null } },
    { title: "My tickets", filters: { assignee: String(me), answer: null } },
    { title: "Unassigned", filters: { assignee: unassigned, answer: null } },
    { title: "Answer late", filters: { assignee: null, answer: "late" } },
  ];
  const shown = (name: string) => view.filters.find((filter) => filter.name === name)?.value || null;
  return (
    <nav aria-label="Views" className="views-row no-print flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]">
      {links.map(({ title, filters }) => (
        <a
          key={title}
          href={listHref(view, filters)}
          className={buttonClass(
            { variant: "ghost", size: "sm" },
            "aria-[current]:bg-selected aria-[current]:text-primary-text",
          )}
          aria-current={
            shown("assignee") === filters.assignee && shown("answer") === filters.answer ? "true" : undefined
          }
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** A link to the assignee's other tickets in the list. */
function Assignee({ view, id, name }: { view: ListView; id: number; name: string }) {
  return (
    <a href={listHref(view, { assignee: String(id) })} className="reach clip underline-offset-2 hover:underline">
      <bdi>{name}</bdi>
    </a>
  );
}

/** When the response is due, if the requester is waiting. */
function Due({ ticket: { answerDueAt, isLate } }: { ticket: Row }) {
  if (!answerDueAt) return null;
  if (isLate)
    return (
      <Badge family="error" icon="circle-alert">
        Late
      </Badge>
    );
  return <Time value={answerDueAt} clock className="num text-muted" />;
}

/** Returns the address of a ticket's page with its list, for links to the neighboring tickets. */
const pageOf = ({ id }: Row, list: string) => `/support/tickets/${id}?${new URLSearchParams({ list })}`;

function Subject({ ticket, list }: { ticket: Row; list: string }) {
  return (
    <>
      <a href={pageOf(ticket, list)} className="primary-cell">
        <bdi>{ticket.subject}</bdi>
      </a>
      <span className="second-line truncate">
        <span className="num">#{ticket.id}</span>{" "}
        <bdi className="ms-2 wrap-anywhere @min-[66rem]:hidden">{ticket.requesterName}</bdi>{" "}
        <span className="ms-2 @max-[66rem]:hidden">{ticket.topic}</span>
        {ticket.isLate && (
          <span className="ms-2 hidden @max-2xl:inline">
            <Due ticket={ticket} />
          </span>
        )}
      </span>
    </>
  );
}

function RowMenu({ ticket, me, trash, list }: { ticket: Row; me: number; trash: boolean; list: string }) {
  const page = `/support/tickets/${ticket.id}`;
  if (trash)
    return (
      <MenuButton icon="undo-2" formAction={`${page}/restore`}>
        Restore
      </MenuButton>
    );
  const status = { formAction: statusPath(page, ticket.status), name: "status" };
  return (
    <>
      <MenuLink icon="eye" href={pageOf(ticket, list)}>
        Open
      </MenuLink>
      <MenuLink icon="pencil-line" href={`${page}/edit`}>
        Edit
      </MenuLink>
      {!ticket.isMine && (
        <MenuButton
          icon="user"
          formAction={`${page}/triage?seenAssigneeId=${ticket.assignee?.id ?? ""}`}
          name="assigneeId"
          value={me}
        >
          Assign to me
        </MenuButton>
      )}
      {ticket.status !== "Solved" && (
        <MenuButton icon="check-check" {...status} value="Solved">
          Mark as solved
        </MenuButton>
      )}
      <MenuButton icon="trash-2" danger formAction={`${page}/trash`}>
        Delete
      </MenuButton>
    </>
  );
}
