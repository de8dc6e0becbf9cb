/** What of a ticket may be changed, read from its form: whoever looks after it is named in words. */
import { z } from "zod";
import type { Ticket } from "db/schema";
import { personNamed } from "~/invoices/pick.server";
import { parseForm } from "~/lib/form.server";
import { TicketDetailsForm } from "./rules";

/** Reads a posted form as the columns of a ticket. Who looks after it already may be somebody who has left since. */
export const readDetailsForm = (request: Request, before: Ticket) =>
  parseForm(
    request,
    z.object({
      ...TicketDetailsForm.shape,
      assigneeId: z.string().trim().default("").transform((text, context) => assigneeOf(text, before, context)),
    }),
  );

async function assigneeOf(text: string, before: Ticket, context: z.RefinementCtx) {
  if (text === "") return null;
  if (before.assigneeId !== null && text.endsWith(`#${before.assigneeId}`)) return before.assigneeId;
  const person = await personNamed(text);
  if (person) return person.id;
  context.addIssue({ code: "custom", message: `Nobody in the directory goes by “${text}” alone. Choose somebody from the list, or type their e-mail address.` });
  return z.NEVER;
}

type Details = Pick<Ticket, "subject" | "topic" | "priority" | "status" | "assigneeId" | "orderId">;

/** The form's fields of a ticket. Where versions are compared, people and orders are numbers. */
export const detailsFields = ({ subject, topic, priority, status, assigneeId, orderId }: Details) => ({
  subject,
  topic,
  priority,
  status,
  assigneeId: assigneeId === null ? "" : `#${assigneeId}`,
  orderId: orderId === null ? "" : String(orderId),
});
