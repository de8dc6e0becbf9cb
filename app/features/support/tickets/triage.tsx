import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ticketPriorities } from "db/lookups";
import type { Ticket } from "db/schema";
import { guard } from "~/auth/session.server";
import { toRecord } from "~/core/bulk/list-acts.server";
import { readForm } from "~/core/form/form.server";
import { notFound, redirectWithErrors, redirectWithToast, samePath } from "~/core/http/respond.server";
import { recordId } from "~/core/values/ids";
import { confirmPriority } from "./conversation/confirm-priority.server";
import { namesOf, ticketResource } from "./tickets.server";

export { default } from "~/ui/form-only";
export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, ticketResource, "change");
  return toRecord(ticketResource.asSeenBy(me), params);
}

/**
 * Sets assignee and priority, whichever differs from what the form showed (`seenAssigneeId`, `seenPriority`, in the
 * address of a row's button). Rejects the form if someone has changed them since.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, ticketResource, "change");
  const before = await ticketResource.at(me, params);
  const form = await readForm(request);
  const seen = new URL(request.url).searchParams.get("seenAssigneeId");
  if (seen !== null) form.set("seenAssigneeId", seen);
  const back = samePath(form.get("back"), ticketResource.href(String(before.id)));
  const refuse = (text: string) => redirectWithToast(back, { text, tone: "error" });

  const wanted = requestedTriage(form);
  const overtaken = (["assigneeId", "priority"] as const).find((name) => isOvertaken(before, form, name, wanted[name]));
  if (overtaken) return refuse(await currentValueText(before, overtaken));
  const confirmed = wanted.assigneeId === undefined && wanted.priority === before.priority;
  const done = confirmed
    ? await confirmPriority(me, before.id)
    : await ticketResource.change(me, before.id, wanted, before.revision);
  if (done.ok)
    return redirectWithToast(back, {
      text: await triageSentence(before, wanted, me.id),
      undo: confirmed ? undefined : done.batch,
    });
  if (done.reason === "refused") return redirectWithErrors(back, done.errors);
  if (done.reason === "stale") return refuse(`Ticket #${before.id} was changed meanwhile. Look again.`);
  return before.deletedAt
    ? refuse(`Ticket #${before.id} is in the trash. Restore it first.`)
    : notFound(ticketResource.absent);
}

type Triage = Partial<Pick<Ticket, "assigneeId" | "priority">>;

/** The fields with the values that the form showed. */
const seenAs = { assigneeId: "seenAssigneeId", priority: "seenPriority" };

/** Returns the fields that the form changes. Unchanged fields are ignored. */
function requestedTriage(form: FormData): Triage {
  const isAsked = (name: keyof Triage) => form.has(name) && form.get(name) !== form.get(seenAs[name]);
  const priority = ticketPriorities.find(({ value }) => value === form.get("priority"))?.value;
  const assigneeId = form.get("assigneeId") === "" ? null : recordId(form.get("assigneeId")) || undefined;
  return {
    ...(isAsked("assigneeId") && assigneeId !== undefined && { assigneeId }),
    ...(isAsked("priority") && priority && { priority }),
  };
}

/** Whether the field was changed to another value since the form showed it, unless to the requested one. */
function isOvertaken(before: Ticket, form: FormData, name: keyof Triage, wanted: unknown): boolean {
  const seen = form.get(seenAs[name]);
  return wanted !== undefined && seen !== null && String(before[name] ?? "") !== seen && before[name] !== wanted;
}

async function currentValueText({ id, assigneeId, priority }: Ticket, name: keyof Triage): Promise<string> {
  const is = name === "priority" ? `${priority.toLowerCase()} in priority` : await assignedText(assigneeId);
  return `Ticket #${id} is ${is} by now: somebody changed it meanwhile. Look again before you change it.`;
}

const assignedText = async (assigneeId: number | null) =>
  assigneeId === null
    ? "assigned to nobody"
    : `assigned to ${(await namesOf([assigneeId])).get(assigneeId) ?? "somebody who is gone"}`;

/** Returns a sentence such as "Ticket #3 is yours", or "Ticket #3 is assigned to Ada Active and urgent in priority". */
async function triageSentence({ id }: Ticket, { assigneeId, priority }: Triage, me: number): Promise<string> {
  const parts = [
    assigneeId !== undefined && (assigneeId === me ? "yours" : await assignedText(assigneeId)),
    priority && `${priority.toLowerCase()} in priority`,
  ].filter(Boolean);
  return parts.length > 0 ? `Ticket #${id} is ${parts.join(" and ")}` : `Nothing changed on ticket #${id}`;
}
