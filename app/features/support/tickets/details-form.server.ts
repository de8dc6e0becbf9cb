/** Reads the form for a ticket's details. The assignee is entered as text. */
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "db";
import { journal, type Ticket } from "db/schema";
import { parseForm } from "~/core/form/form.server";
import { referenceText } from "~/core/form/record-reference";
import { unknownPersonError, resolvePerson } from "~/features/customers/people-choices.server";
import { findSupportAgents } from "./people.server";
import { TicketDetailsForm } from "./rules.server";
import { namesOf } from "./tickets.server";

/** Placeholder for the name of an erased person. */
const erasedPersonName = "Somebody who is gone";

/** Reads a posted form as ticket columns. The current assignee is accepted even if they have left since. */
export const readDetailsForm = (request: Request, before: Ticket) =>
  parseForm(
    request,
    z.object({
      ...TicketDetailsForm.shape,
      assigneeId: z
        .string()
        .trim()
        .default("")
        .transform((text, context) => assigneeOf(text, before, context)),
    }),
  );

async function assigneeOf(text: string, before: Ticket, context: z.RefinementCtx) {
  if (text === "") return null;
  const { assigneeId } = before;
  if (assigneeId !== null && text === assigneeText(await namesOf([assigneeId]), assigneeId)) return assigneeId; // the assignee may no longer exist
  const person = await resolvePerson(text);
  if (person) return person.id;
  context.addIssue({ code: "custom", message: unknownPersonError(text) });
  return z.NEVER;
}

type Details = Pick<Ticket, "subject" | "topic" | "priority" | "status" | "assigneeId" | "orderId">;

/** Returns all former assignees and the wanted one with their names, because form versions are compared as text. */
export async function assigneesOf(
  { id, assigneeId }: Pick<Ticket, "id" | "assigneeId">,
  wanted: number | null = null,
): Promise<Map<number, string>> {
  const entries = await db
    .select({ before: journal.before, after: journal.after })
    .from(journal)
    .where(and(eq(journal.entity, "tickets"), eq(journal.recordId, String(id))));
  const ever = entries.flatMap(({ before, after }) => [before?.assigneeId, after?.assigneeId]);
  return namesOf([...new Set([...ever, assigneeId, wanted].filter((one) => typeof one === "number"))]);
}

const assigneeText = (names: Map<number, string>, id: number | null) =>
  id === null ? "" : referenceText(names.get(id) ?? erasedPersonName, id);

/** The form's fields of a ticket, the assignee by one of these names. */
export const detailsFields =
  (names: Map<number, string>) =>
  ({ subject, topic, priority, status, assigneeId, orderId }: Details) => ({
    subject,
    topic,
    priority,
    status,
    assigneeId: assigneeText(names, assigneeId),
    orderId: orderId === null ? "" : String(orderId),
  });

interface Assignee {
  id: number;
  name: string;
  /** Undefined for users who no longer answer tickets. */
  email?: string;
}

/** Returns the possible assignees, including the current one. */
export async function assigneesFor({ assigneeId, requesterId }: Ticket): Promise<Assignee[]> {
  const people = (await findSupportAgents()).filter(({ id }) => id !== requesterId);
  if (assigneeId === null || people.some(({ id }) => id === assigneeId)) return people;
  return [...people, { id: assigneeId, name: (await namesOf([assigneeId])).get(assigneeId) ?? erasedPersonName }];
}

/** Returns the assignee options of the ticket's form by the text that it submits, and the current assignee's text. */
export async function assigneeOptions(ticket: Ticket) {
  const options = (await assigneesFor(ticket)).map(({ id, name, email }) => {
    const value = referenceText(name, id);
    return { id, value, title: email === undefined ? `${value}, answers no tickets any more` : `${name}, ${email}` };
  });
  return { assignee: options.find(({ id }) => id === ticket.assigneeId)?.value ?? "", options };
}
