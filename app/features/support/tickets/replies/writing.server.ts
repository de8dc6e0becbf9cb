/** The reply form: its initial data, and the handling of its submission. */
import { redirect } from "@remix-run/node";
import type { z } from "zod";
import { write } from "db";
import { ticketStatuses } from "db/lookups";
import type { Ticket, User } from "db/schema";
import { withUploads } from "~/core/files/pictures.server";
import { newFormKey, type ParsedForm, rejectForm } from "~/core/form/form.server";
import { recordId } from "~/core/values/ids";
import { pick } from "~/core/values/pick";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { cannedFor, cannedText } from "~/features/support/canned-replies/canned-replies.server";
import {
  keepAttachments,
  removeWaiting,
  rejectedFileError,
  waitingAttachments,
} from "../attachments/attachments.server";
import { findMergedTickets, findMovedTicket } from "../moved-ticket.server";
import {
  draftName,
  draftOf,
  forgetDraftsOfMerged,
  joinDrafts,
  keepJoinedDraft,
  moveDraft,
  takeFilesOfMerged,
  writersOn,
} from "./drafts.server";
import { pathInList } from "../list-place.server";
import { seesNotes } from "../people.server";
import { addReply } from "./replies.server";
import type { ReplyForm } from "../rules.server";
import { ticketResource } from "../tickets.server";

type SentReply = ParsedForm<z.output<typeof ReplyForm>>;

/** Returns the initial data of the reply form: the user's draft, followed by the canned reply of `?canned=3`. */
export async function replyFormOf(me: User, ticket: Ticket, request: Request) {
  const mayNote = seesNotes(me.id, ticket);
  const merged = ticket.requesterId === me.id ? (await findMergedTickets(me, ticket.id)).map(({ id }) => id) : [];
  const draft = joinDrafts(await Promise.all([ticket.id, ...merged].map((id) => draftOf(me, { id }))));
  const files = await Promise.all([ticket.id, ...merged].map((id) => waitingAttachments(me, draftName(id))));
  const canned = mayNote
    ? await cannedText(me, recordId(new URL(request.url).searchParams.get("canned")), ticket)
    : undefined;
  return {
    formKey: newFormKey(),
    mayNote,
    /** Statuses to set with the reply; sent with the data, because the full list would need another script. */
    statuses: mayNote ? ticketStatuses : ticketStatuses.filter(({ value }) => value === "Solved"),
    body: [draft?.body, canned].filter(Boolean).join("\n\n"),
    internal: draft?.internal ?? false,
    savedAt: draft?.updatedAt,
    files: files.flat(),
    /** The merged tickets whose drafts it begins with too. */
    draftsOf: merged.join(),
    canned: mayNote ? await cannedFor(ticket) : [],
    writers: await writersOn(me, ticket),
  };
}

/**
 * Returns the initial values of a follow-up ticket for the same requester: the subject, and the requester's own
 * draft. Drafts of others stay, because they would appear as the requester's words.
 */
export async function followUpOf(me: User, from: unknown) {
  const number = recordId(from);
  const seen = number ? await ticketResource.find(me, number) : undefined;
  const ticket = seen ?? (await findMovedTicket(me, number))?.ticket;
  if (!ticket) return undefined;
  const draft = await draftOf(me, ticket);
  const files = await waitingAttachments(me, draftName(ticket.id));
  const takesDraft = ticket.requesterId === me.id && !draft?.internal;
  return {
    id: ticket.id,
    requesterId: ticket.requesterId,
    /** Subject of the earlier ticket if it is in the trash. */
    removed: seen ? undefined : ticket.subject,
    start: {
      ...pick(ticket, "subject", "topic", "priority"),
      ...(ticket.orderId && { orderId: String(ticket.orderId) }),
    },
    body: takesDraft ? draft?.body : undefined,
    files: takesDraft ? files : [],
    takesDraft,
    leavesDraft: !takesDraft && (draft !== undefined || files.length > 0),
  };
}

/** Sends or saves the reply, depending on the button. A rejected reply is saved as a draft. */
export async function takeReply(me: User, ticket: Ticket, request: Request, sent: SentReply) {
  const draft = draftName(ticket.id);
  await takeFilesOfMerged(me, sent.fields.draftsOf, ticket.id);
  const uploads = await keepAttachments(me, draft, sent.files.attachments);
  const wrong = [sent.errors.attachments, uploads.error].filter(Boolean).join(" ");
  const { keep, remove } = sent.fields;
  const isSent = keep === undefined && remove === undefined;
  const form = withUploads(sent, "attachments", wrong || (isSent ? rejectedFileError(sent) : undefined), {});
  if (typeof remove === "string") await write((tx) => removeWaiting(tx, me.id, draft, [remove]));
  if (!isSent) return saveDraftAndContinue(me, ticket, request, form);
  if (!form.ok) {
    await saveDraftOf(me, ticket, form);
    return rejectForm(form);
  }
  const { body, internal, seen, seenStatus, reopen } = form.values;
  const status = seesNotes(me.id, ticket) || form.values.status === "Solved" ? form.values.status : undefined;
  const said = await addReply(me, ticket.id, {
    body,
    internal: Boolean(internal),
    status: status || undefined,
    key: form.key,
    seen: seen === undefined ? undefined : recordId(seen),
    seenStatus: seesNotes(me.id, ticket) ? seenStatus : undefined,
    reopen: Boolean(reopen),
  });
  if (said.ok) {
    await forgetDraftsOfMerged(me, sent.fields.draftsOf, ticket.id);
    if (!said.batch) await write((tx) => removeWaiting(tx, me.id, draft, uploads.kept)); // sent twice, and with it its files
    return redirectWithToast(pathInList(request, ticket.id), {
      text: internal ? "Note added" : me.access === "client" ? replySent : "Reply sent",
      undo: said.batch,
    });
  }
  if (said.reason !== "refused") {
    await write((tx) => removeWaiting(tx, me.id, draft, uploads.kept)); // the form does not come back with them
    return notFound(ticketResource.absent);
  }
  await saveDraftOf(me, ticket, form);
  return rejectForm(form, said.errors, said.status ?? 409);
}

/** Message after a reply, for users who may not know whether a mail was sent. */
const replySent = "Reply sent. An undo takes it out of here, but calls no mail back";

/** Saves the form's text as a draft, in place of those that it began with. Returns why it could not be saved. */
function saveDraftOf(me: User, ticket: Ticket, { fields, key }: SentReply) {
  const written = { body: String(fields.body ?? ""), internal: Boolean(fields.internal), key };
  return keepJoinedDraft(me, ticket, written, fields.draftsOf);
}

/** Saves the text as a draft and redirects to where it continues: here, on the ticket merged into, or on a new one. */
async function saveDraftAndContinue(me: User, ticket: Ticket, request: Request, form: SentReply) {
  const refused = await saveDraftOf(me, ticket, form);
  const { attachments } = form.errors;
  const errors = { ...(refused && { body: refused.why }), ...(attachments && { attachments }) };
  if (Object.keys(errors).length > 0)
    return rejectForm({ ...form, errors, status: form.ok || form.status !== 413 ? 400 : 413 });
  const { keep, canned } = form.fields;
  if (keep === "follow-up") return redirect(`/support/create-ticket?from=${ticket.id}`, 303);
  const there = keep === "there" ? ticket.mergedInto : null;
  if (there !== null) {
    const reason = await moveRefusal(me, there);
    if (reason) return rejectForm({ ...form, errors: { "": reason } }, {}, 409);
    await moveDraft(me, ticket.id, there);
  }
  const insert: Record<string, string> =
    keep === "canned" && recordId(canned) ? { canned: String(recordId(canned)) } : {};
  return redirect(`${pathInList(request, there ?? ticket.id, insert)}#reply`, 303);
}

/** Why a draft cannot be taken to another ticket, as a sentence; nothing when it can. */
async function moveRefusal(me: User, id: number): Promise<string | undefined> {
  const target = await ticketResource.find(me, id);
  if (!target)
    return `Ticket #${id} was removed for good. Your text is kept below: copy it, and create a new ticket with it.`;
  return target.deletedAt
    ? `Ticket #${id} is in the trash. Your text is kept below: restore that ticket, then take it there.`
    : undefined;
}
