/** Opens tickets, from the ticket form and the contact form alike. */
import { data } from "@remix-run/node";
import { z } from "zod";
import type { Ticket, User } from "db/schema";
import { write } from "db";
import { reachOf } from "~/core/access/access.server";
import { withUploads } from "~/core/files/pictures.server";
import { withChoices } from "~/core/form/choices.server";
import { repeatRefusal } from "~/core/pages/save.server";
import { newFormKey, type ParsedForm, parseForm, formState } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { QueueFull } from "~/core/process/fair-queue.server";
import { pick } from "~/core/values/pick";
import { orderResource } from "~/features/orders/orders.server";
import { referenceText } from "~/core/form/record-reference";
import { findCustomer } from "~/features/customers/customers.server";
import { unknownPersonError, personFinder, resolvePerson } from "~/features/customers/people-choices.server";
import {
  keepAttachments,
  moveWaiting,
  removeWaiting,
  rejectedFileError,
  waitingAttachments,
} from "../tickets/attachments/attachments.server";
import { discardDraft, draftName } from "../tickets/replies/drafts.server";
import { maxAttachmentBytes } from "../tickets/limits";
import { hasFirstMessage, openTicket } from "../tickets/replies/replies.server";
import { ticketResource } from "../tickets/tickets.server";
import { NewTicketForm, ReplyForm } from "../tickets/rules.server";
import { followUpOf } from "../tickets/replies/writing.server";
import { honeypotRefusal } from "./honeypot";
import { suggestFaqs, type Suggestion } from "../faqs/suggest.server";

const AskForm = NewTicketForm.extend({
  website: z.string().max(500).optional(),
  /** Set if suggested FAQs were already shown. */
  offered: z.string().max(10).optional(),
  /** Id of the ticket that this one follows up. */
  from: z.string().max(20).optional(),
  /** Buttons that send nothing: they keep the files that were chosen, and take one back. */
  keep: z.string().optional(),
  remove: z.string().optional(),
  refused: ReplyForm.shape.refused,
});

/** Whether the user may open tickets for others. */
const mayAskForOthers = (me: User) => reachOf(me, "tickets.ask") === "all";

/** The form for users who may open tickets for others, by name. No one else can find out who is in the directory. */
const AskForOthers = AskForm.extend({ requesterId: z.string().trim().default("").transform(requesterOf) });

async function requesterOf(text: string, context: z.RefinementCtx) {
  if (text === "") return null;
  const person = await resolvePerson(/^\d+$/.test(text) ? `#${text}` : text);
  if (person) return person.id;
  context.addIssue({ code: "custom", message: unknownPersonError(text) });
  return z.NEVER;
}

async function readForm(me: User, request: Request) {
  if (!mayAskForOthers(me)) return parseForm(request, AskForm, maxAttachmentBytes);
  return withChoices(await parseForm(request, AskForOthers, maxAttachmentBytes), (field) =>
    field === "requesterId" ? personFinder : undefined,
  );
}

/** Returns the initial values of the form from the URL, such as `?subject=…&for=7`, or `?from=7` for a follow-up. */
export async function newQuestion(me: User, request: Request) {
  const { searchParams } = new URL(request.url);
  const start = (name: string, limit: number) => (searchParams.get(name) ?? "").slice(0, limit);
  const from = await followUpOf(me, searchParams.get("from"));
  const other = !mayAskForOthers(me) ? me.id : from ? from.requesterId : Number(start("for", 15));
  const requester = other && other !== me.id ? await findCustomer(other) : undefined;
  const begun = {
    subject: start("subject", 150),
    body: start("body", 2_000),
    topic: start("topic", 40),
    priority: "Normal",
    orderId: start("order", 15),
  };
  return {
    formKey: newFormKey(),
    requester: requester && {
      id: requester.id,
      name: requester.name,
      text: referenceText(requester.name, requester.id),
    },
    forOthers: mayAskForOthers(me),
    from: from && pick(from, "id", "leavesDraft", "removed"),
    start: { ...begun, ...from?.start, ...(from?.body && { body: from.body }) },
    files: from?.files ?? [],
  };
}

export type NewQuestion = Awaited<ReturnType<typeof newQuestion>>;

/** Returns the response to a form that opened a ticket; without `change` if it was already submitted. */
type TicketResponder = (
  ticket: Pick<Ticket, "id" | "requesterId" | "requesterEmail">,
  change?: string,
) => Promise<Response>;

/**
 * Opens a ticket from the form and responds with `sent`. Suggests FAQs first, unless they were already shown; a
 * rejected form comes back with its uploaded files.
 */
export async function ask(me: User, request: Request, sent: TicketResponder) {
  const { form, uploads } = await withFiles(me, await readForm(me, request));
  try {
    return await answerForm(me, form, sent);
  } catch (error) {
    // The form does not come back, and nobody would send its files.
    if (!(error instanceof Response) && form.key) await write((tx) => removeWaiting(tx, me.id, form.key!, uploads));
    throw error;
  }
}

/** The FAQs that may answer a question; none while too many people search, since a ticket needs no search. */
async function suggestUnlessBusy(me: User, question: string): Promise<Suggestion[]> {
  try {
    return await suggestFaqs(me, question);
  } catch (error) {
    if (error instanceof QueueFull) return [];
    throw error;
  }
}

type AskValues = z.output<typeof AskForm> & { requesterId?: number | null };

async function answerForm(me: User, form: ParsedForm<AskValues>, sent: TicketResponder) {
  const { keep, remove } = form.fields;
  if (keep !== undefined || remove !== undefined)
    return rejectQuestion(me, { ...form, savesNothing: true, errors: onlyOf(form.errors, "attachments") });
  if (!form.ok) return rejectQuestion(me, form);
  const {
    body,
    requesterId,
    website,
    offered,
    from,
    keep: _keep,
    remove: _remove,
    refused: _refused,
    ...values
  } = form.values;
  const machine = honeypotRefusal(website);
  if (machine) return rejectQuestion(me, { ...form, fields: { ...form.fields, website: "" }, errors: { "": machine } });
  const suggestions = offered ? [] : await suggestUnlessBusy(me, `${values.subject} ${body}`);
  if (suggestions.length > 0) return rejectQuestion(me, form, suggestions);

  const wrong = mayAskForOthers(me) ? undefined : await foreignFieldErrors(me, form.values);
  if (wrong) return rejectQuestion(me, { ...form, errors: wrong });
  const asked = { ...values, requesterId: requesterId ?? me.id };
  const repeated = await repeatRefusal(me, ticketResource, { key: form.key, values: asked }, (twin) =>
    hasFirstMessage(twin, body),
  );
  if (repeated) return formForAnother(me, form, repeated);
  const made = await openTicket(me, { ...asked, status: "Open" }, body, form.key);
  if (!made.ok) return rejectQuestion(me, { ...form, errors: made.errors, status: made.status });
  if (!made.batch && form.key) await write((tx) => removeWaiting(tx, me.id, form.key!)); // it was sent before, with its files
  const older = await followUpOf(me, from);
  if (made.batch && older?.takesDraft) await discardDraft(me, older.id);
  return sent(made.row, made.batch);
}

/** Gives a form back that was sent lately, with a new key, under which its files wait from now on. */
async function formForAnother(
  me: User,
  form: FormState,
  { key, errors }: { key: string; errors: Record<string, string> },
) {
  const { key: before } = form;
  if (before) await write((tx) => moveWaiting(tx, me.id, before, key));
  return rejectQuestion(me, { ...form, key, errors, status: 409 });
}

/**
 * Returns errors by field if users who may ask only for themselves name another requester or order. Records of others
 * are reported as missing.
 */
async function foreignFieldErrors(
  me: User,
  { requesterId, orderId }: { requesterId?: number | null; orderId?: number | null },
): Promise<Record<string, string> | undefined> {
  if (requesterId != null && requesterId !== me.id)
    return { "": "You can ask for yourself only. Load the page again to write in your own name." };
  if (orderId != null && !(await orderResource.get(me, orderId))) return { orderId: `There is no order #${orderId}` };
  return undefined;
}

/**
 * Stores a form's files under its one-time key, adds those of the draft that it follows up, and deletes the one to
 * remove.
 */
async function withFiles<Values>(me: User, form: ParsedForm<Values>) {
  const { key } = form;
  if (!key) return { form, uploads: [] };
  const { keep, remove, from } = form.fields;
  const isSent = keep === undefined && remove === undefined;
  const older = await followUpOf(me, from);
  if (older?.takesDraft) await write((tx) => moveWaiting(tx, me.id, draftName(older.id), key));
  const uploads = await keepAttachments(me, key, form.files.attachments);
  if (typeof remove === "string") await write((tx) => removeWaiting(tx, me.id, key, [remove]));
  const error = [form.errors.attachments, uploads.error].filter(Boolean).join(" ");
  return {
    form: withUploads(form, "attachments", error || (isSent ? rejectedFileError(form) : undefined), {}),
    uploads: uploads.kept,
  };
}

const onlyOf = (errors: Record<string, string>, name: string): Record<string, string> =>
  errors[name] ? { [name]: errors[name] } : {};

/** Returns the response to a rejected form: values, errors, suggested FAQs and uploaded files. */
async function rejectQuestion(me: User, sent: FormState & { status?: number }, suggestions: Suggestion[] = []) {
  const form = formState(sent);
  const refused = Object.keys(form.errors).length > 0;
  return data(
    { form, suggestions, files: form.key ? await waitingAttachments(me, form.key) : [] },
    refused ? sent.status || 400 : 200,
  );
}
