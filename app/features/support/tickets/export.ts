import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Ticket } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { columnsOf } from "~/core/fields/files.server";
import { type Columns, exportRows } from "~/core/list/export.server";
import { listingFor } from "~/core/list/reach.server";
import { ticketFields } from "./fields";
import { pick } from "~/core/values/pick";
import { ticketListing } from "./tickets.server";

/** Nothing of what was said: among it are notes that are not for everybody. */
const columns: Columns<Ticket> = {
  ...columnsOf(pick(ticketFields, "subject", "status", "priority", "topic", "requesterName", "requesterEmail")),
  assignee: (ticket) => ticket.assigneeId,
  order: (ticket) => ticket.orderId,
  ...columnsOf(pick(ticketFields, "createdAt", "lastReplyAt", "firstAnsweredAt", "answerDueAt")),
};

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.view");
  return exportRows(request, listingFor(ticketListing, me), columns, undefined, me.id);
}
