/** The head of a ticket's page: title, actions, and links to its neighbors in the list. */
import { useLocation } from "@remix-run/react";
import type { Ticket } from "db/schema";
import { useMay } from "~/core/access/may";
import { statusPath } from "~/core/values/status";
import { Alert } from "~/ui/alert";
import { Button, buttonClass } from "~/ui/button";
import { Around } from "~/ui/list/previous-next";
import { Menu, MenuButton, MenuLink, MenuRule } from "~/ui/overlay/menu";
import { PageTitle } from "~/ui/page-title";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { isOver } from "./ticket-closed";
import type { ListPlace } from "./list-place.server";

interface HeadProps {
  ticket: Ticket;
  place: ListPlace;
  /** Id of the current user. */
  me: number;
  /** Link to the last message, unless it is in view already. */
  latest?: string;
}

export function TicketHead({ ticket, place, me, latest }: HeadProps) {
  const may = useMay();
  return (
    <>
      <PageTitle
        title={<bdi>{ticket.subject}</bdi>}
        here={`#${ticket.id}`}
        breadcrumb={[
          { href: "/support", title: "Support" },
          { href: place.list, title: "Tickets" },
        ]}
        badge={<StatusBadge value={ticket.status} />}
        summary={
          <>
            Ticket <span className="code">#{ticket.id}</span>, opened <Time value={ticket.createdAt} /> by{" "}
            <bdi>{ticket.requesterName}</bdi>
            {latest && (
              <span className="no-print">
                {" · "}
                <a href={latest} className="link">
                  Latest message
                </a>
              </span>
            )}
          </>
        }
        actions={
          <>
            {(place.previous || place.next) && (
              <Around label="Tickets in the list" to="ticket" previous={place.previous} next={place.next} />
            )}
            {!ticket.deletedAt && may("support.change") && <Acts ticket={ticket} me={me} />}
          </>
        }
      />
      {ticket.mergedInto !== null && (
        <Alert className="mb-5">
          <strong>This ticket was merged into #{ticket.mergedInto}.</strong> Its conversation goes on{" "}
          <a className="link" href={`/support/tickets/${ticket.mergedInto}`}>
            there
          </a>
          .
        </Alert>
      )}
    </>
  );
}

/** The actions on a ticket in one form; each button names its route. */
function Acts({ ticket, me }: { ticket: Ticket; me: number }) {
  const { pathname, search } = useLocation();
  const page = `/support/tickets/${ticket.id}`;
  const over = isOver(ticket);
  const isMerged = ticket.mergedInto !== null;
  const status = { formAction: statusPath(page, ticket.status), name: "status" };
  return (
    <Form method="post" action={status.formAction} className="flex items-center gap-2">
      <input type="hidden" name="back" value={pathname + search} />
      <input type="hidden" name="seenAssigneeId" value={ticket.assigneeId ?? ""} />
      {!isMerged && (
        <Button variant="outline" icon={over ? "undo-2" : "check-check"} {...status} value={over ? "Open" : "Solved"}>
          {over ? "Reopen" : "Mark as solved"}
        </Button>
      )}
      <Menu label={`Actions for ticket #${ticket.id}`} className={buttonClass({ variant: "outline", size: "icon" })}>
        <MenuLink icon="pencil-line" href={`${page}/edit`}>
          Edit
        </MenuLink>
        {ticket.assigneeId !== me && ticket.requesterId !== me && (
          <MenuButton icon="user" formAction={`${page}/triage`} name="assigneeId" value={me}>
            Assign to me
          </MenuButton>
        )}
        {!isMerged && (
          <MenuLink icon="merge" href={`${page}/merge`}>
            Merge into another ticket
          </MenuLink>
        )}
        {ticket.status !== "Closed" && (
          <MenuButton icon="archive" {...status} value="Closed">
            Close
          </MenuButton>
        )}
        <MenuRule />
        <MenuButton icon="trash-2" danger formAction={`${page}/trash`}>
          Delete
        </MenuButton>
      </Menu>
    </Form>
  );
}
