import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { notFound, redirectWithToast, samePath } from "~/core/http/respond.server";
import { toRecord } from "~/core/bulk/list-acts.server";
import { ticketResource } from "./tickets.server";

export { default } from "~/core/errors/form-only";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "support.change");
  return toRecord(ticketResource, params);
}

/** Has whoever presses the button look after the ticket. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "support.change");
  const { id } = await ticketResource.at(params);
  const back = samePath((await readForm(request)).get("back"), ticketResource.href(String(id)));
  const done = await ticketResource.change(me, id, { assigneeId: me.id });
  if (done.ok) return redirectWithToast(back, { text: `Ticket #${id} is yours`, undo: done.change });
  if (done.reason === "refused")
    return redirectWithToast(back, { text: Object.values(done.errors).join(" "), tone: "error" });
  if (done.reason === "absent")
    return redirectWithToast(back, { text: `Ticket #${id} is in the trash. Restore it first.`, tone: "error" });
  return notFound(ticketResource.absent);
}
