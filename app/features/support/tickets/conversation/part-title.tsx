import type { Ticket } from "db/schema";
import { PageTitle } from "~/ui/page-title";
import { StatusBadge } from "~/ui/values/status-badge";

interface PartTitleProps {
  ticket: Pick<Ticket, "id" | "subject" | "status">;
  /** The title of this part of the page, such as "Edit". */
  part: string;
}

/** The top of a page where one thing is done with a ticket. */
export function PartTitle({ ticket, part }: PartTitleProps) {
  return (
    <PageTitle
      title={`${part} ticket #${ticket.id}`}
      here={part}
      breadcrumb={[
        { href: "/support", title: "Support" },
        { href: "/support/tickets", title: "Tickets" },
        { href: `/support/tickets/${ticket.id}`, title: `#${ticket.id}` },
      ]}
      badge={<StatusBadge value={ticket.status} />}
      summary={<bdi>{ticket.subject}</bdi>}
    />
  );
}
