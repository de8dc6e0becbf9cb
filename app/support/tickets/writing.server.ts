/** The form beneath a conversation: what it begins with, and what becomes of what it sends. */
import { redirect } from "@remix-run/node";
import type { z } from "zod";
import { write } from "db";
import type { Ticket, User } from "db/schema";
import { withUploads } from "~/files/pictures.server";
import { newFormKey, type ParsedForm, unsaved } from "~/lib/form.server";
import { recordId } from "~/lib/ids";
import { only } from "~/lib/only";
import { notFound, redirectWithToast } from "~/lib/respond.server";
import { cannedFor, cannedText } from "../canned-replies/canned-replies.server";
import { keepAttachments, removeWaiting, waitingAttachments } from "./attachments.server";
import { draftName, draftOf, keepDraft, moveDraft, writersOn } from "./drafts.server";
import { seesNotes } from "./people.server";
import { addReply } from "./replies.server";
import type { ReplyForm } from "./rules";
import { ticketRecords } from "./tickets.server";

type Sent = ParsedForm<z.output<typeof ReplyForm>>;

/** What the form beneath a conversation begins with: what this person had written, or `?canned=3` behind it. */
export async function replyFormOf(me: User, ticket: Ticket, request: Request) {
  const mayNote = seesNotes(me.id, ticket);
  const draft = await draftOf(me, ticket);
  const canned = mayNote ? await cannedText(recordId(new URL(request.url).searchParams.get("canned")), ticket) : undefined;
  return {
    formKey: newFormKey(),
    mayNote,
    body: [draft?.body, canned].filter(Boolean).join("\n\n"),
    internal: draft?.internal ?? false,
    savedAt: draft?.updatedAt,
    files: await waitingAttachments(me, draftName(ticket.id)),
    canned: mayNote ? await cannedFor(ticket) : [],
    writers: await writersOn(me, ticket),
  };
}

/** What a new ticket begins with that goes on from an older one, as `?from=7` names it: its subject, and what was to be said on it. */
export async function followUpOf(me: User, request: Request) {
  const from = recordId(new URL(request.url).searchParams.get("from"));
  const ticket = from ? await ticketRecords.find(from) : undefined;
  return ticket && { ...only(ticket, "subject", "topic", "priority"), body: (await draftOf(me, ticket))?.body };
}

/** Sends what was written, or keeps it: by its buttons the form asks for either. Whatever is refused is kept as a draft. */
export async function takeReply(me: User, ticket: Ticket, sent: Sent) {
  const draft = draftName(ticket.id);
  const uploads = await keepAttachments(me, draft, sent.files.attachments);
  const wrong = [sent.errors.attachments, uploads.error].filter(Boolean).join(" ");
  const form = withUploads(sent, "attachments", wrong || undefined, {});
  const { keep, remove } = form.fields;
  if (typeof remove === "string") await write((tx) => removeWaiting(tx, me.id, draft, [remove]));
  if (keep !== undefined || remove !== undefined) return keepAndGoOn(me, ticket, form);
  if (!form.ok) {
    await keepDraft(me, ticket, writtenIn(form));
    return unsaved(form);
  }
  const { body, internal, status, seen, reopen } = form.values;
  const said = await addReply(me, ticket.id, { body, internal: Boolean(internal), status: status || undefined, key: form.key, seen: seen === undefined ? undefined : recordId(seen), reopen: Boolean(reopen) });
  if (said.ok) {
    if (!said.change) await write((tx) => removeWaiting(tx, me.id, draft, uploads.kept)); // sent twice, and with it its files
    return redirectWithToast(ticketRecords.href(String(ticket.id)), { text: internal ? "Note added" : "Reply sent", undo: said.change });
  }
  if (said.reason !== "refused") return notFound(ticketRecords.absent);
  await keepDraft(me, ticket, writtenIn(form));
  return unsaved(form, said.errors, said.status ?? 409);
}

const writtenIn = ({ fields, key }: Sent) => ({ body: String(fields.body ?? ""), internal: Boolean(fields.internal), key });

/** Keeps what was typed as a draft, and leads to where it goes on: here, on the ticket that this one was merged into, or with a new one. */
async function keepAndGoOn(me: User, ticket: Ticket, form: Sent) {
  const why = await keepDraft(me, ticket, writtenIn(form));
  const { attachments } = form.errors;
  const errors = { ...(why && { body: why }), ...(attachments && { attachments }) };
  if (Object.keys(errors).length > 0) return unsaved({ ...form, errors, status: form.ok || form.status !== 413 ? 400 : 413 });
  const { keep, canned } = form.fields;
  if (keep === "follow-up") return redirect(`/support/create-ticket?from=${ticket.id}`, 303);
  if (keep === "there" && ticket.mergedInto) await moveDraft(me, ticket.id, ticket.mergedInto);
  const here = ticketRecords.href(String((keep === "there" && ticket.mergedInto) || ticket.id));
  const insert = keep === "canned" && recordId(canned) ? `?canned=${recordId(canned)}` : "";
  return redirect(`${here}${insert}#reply`, 303);
}
