/** Asking a question: the same for the page that creates tickets and the contact form. */
import { data } from "@remix-run/node";
import { z } from "zod";
import type { User } from "db/schema";
import { newFormKey, parseForm, unsaved } from "~/lib/form.server";
import { sendMail } from "~/mail/mail.server";
import { findCustomer } from "~/users/customers.server";
import { openTicket } from "../tickets/replies.server";
import { NewTicketForm } from "../tickets/rules";
import { drawnNow, isDrawn, notByHand } from "./by-hand.server";
import { openedMail } from "./opened-mail";
import { suggestFaqs } from "./suggest.server";

const AskForm = NewTicketForm.extend({
  drawn: z.string().max(200).optional(),
  website: z.string().max(500).optional(),
  /** That the FAQs which may answer it were shown. */
  offered: z.string().max(10).optional(),
});

/** What the form begins with: what its address says, such as `?subject=…&for=7`. */
export async function newQuestion(me: User, request: Request) {
  const { searchParams } = new URL(request.url);
  const start = (name: string, most: number) => (searchParams.get(name) ?? "").slice(0, most);
  const other = Number(start("for", 15));
  const requester = other && other !== me.id ? await findCustomer(other) : undefined;
  return {
    formKey: newFormKey(),
    drawn: drawnNow(),
    requester: requester && { id: requester.id, name: requester.name },
    start: { subject: start("subject", 150), body: start("body", 2_000), topic: start("topic", 40), orderId: start("order", 15) },
  };
}

export type NewQuestion = Awaited<ReturnType<typeof newQuestion>>;

/**
 * Opens a ticket with what a form says, and has a mail go out to who asks. Before, it offers the FAQs that may answer it: once,
 * unless the form says that they were there already. `sent` says what follows.
 */
export async function ask(me: User, request: Request, sent: (ticket: { id: number }, change?: string) => Promise<Response>) {
  const form = await parseForm(request, AskForm);
  if (!form.ok) return unsaved(form);
  const { body, requesterId, drawn, website, offered, ...values } = form.values;
  const { fields, errors, key } = form;
  const machine = notByHand({ drawn, website });
  if (machine) return unsaved({ fields: { ...fields, website: "", drawn: isDrawn(drawn) ? drawn : [] }, errors, key }, { "": machine });
  const suggestions = offered ? [] : await suggestFaqs(`${values.subject} ${body}`);
  if (suggestions.length > 0) return data({ form: { fields, errors, key }, suggestions });

  const made = await openTicket(me, { ...values, status: "Open", requesterId: requesterId ?? me.id }, body, form.key);
  if (!made.ok) return unsaved(form, made.errors, made.status);
  if (made.change && made.row.requesterEmail) void sendMail(openedMail(made.row));
  return sent(made.row, made.change);
}
