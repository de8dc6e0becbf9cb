/** Handles a reply to a ticket that was merged or trashed while its requester was writing. */
import { redirect } from "@remix-run/node";
import type { z } from "zod";
import { write } from "db";
import type { User } from "db/schema";
import type { ParsedForm } from "~/core/form/form.server";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { recordId } from "~/core/values/ids";
import {
  keepAttachments,
  removeWaiting,
  rejectedFileError,
  waitingAttachments,
} from "../attachments/attachments.server";
import { pathInList } from "../list-place.server";
import { describeMove, type MovedTicket, refuseMoved } from "../moved-ticket.server";
import type { ReplyForm } from "../rules.server";
import { ticketResource } from "../tickets.server";
import { draftName, draftOf, keepDraft } from "./drafts.server";
import { addReply } from "./replies.server";

type SentReply = ParsedForm<z.output<typeof ReplyForm>>;

/**
 * Sends a reply to the ticket that its own was merged into. If that is not possible, saves it as a draft and
 * redirects to that ticket, or to the form for a new one.
 */
export async function takeReplyOfMoved(me: User, moved: MovedTicket, request: Request, sent: SentReply) {
  const { ticket, into } = moved;
  const draft = draftName(ticket.id);
  const { kept, error } = await keepAttachments(me, draft, sent.files.attachments);
  const { keep, remove } = sent.fields;
  if (typeof remove === "string") await write((tx) => removeWaiting(tx, me.id, draft, [remove]));
  const wrong = [sent.errors.attachments, error, rejectedFileError(sent)].filter(Boolean).join(" ");
  const isSent = keep === undefined && remove === undefined;
  let reason = wrong || (isSent ? "Read that conversation, then send your reply there: it is below." : "");
  if (into && isSent && sent.ok && !wrong && !sent.values.status) {
    const { body, seen } = sent.values;
    const said = await addReply(me, into.id, {
      body,
      key: sent.key,
      seen: seen === undefined ? undefined : recordId(seen),
      draftOf: ticket.id,
    });
    if (said.ok) {
      if (!said.batch) await write((tx) => removeWaiting(tx, me.id, draft, kept)); // sent twice, and with it its files
      const text = `Reply sent. ${describeMove(moved)}, where it goes on`;
      return redirectWithToast(pathInList(request, into.id), { text, undo: said.batch });
    }
    if (said.reason === "refused") reason = Object.values(said.errors).join(" ");
  }
  const body = String(sent.fields.body ?? "");
  const refused = await keepDraft(me, ticket, { body, internal: false, key: sent.key });
  if (refused) refuseMoved(moved, refused.why);
  if (into)
    return redirectWithToast(`${pathInList(request, into.id)}#reply`, {
      text: `${describeMove(moved)}. ${reason}`.trim(),
      tone: isSent ? "error" : undefined,
    });
  if (!body.trim() && (await waitingAttachments(me, draft)).length === 0) return notFound(ticketResource.absent);
  return redirect(newTicketFrom(ticket.id), 303);
}

/** Returns the address of the form for a new ticket that starts with the draft on a trashed one. */
const newTicketFrom = (id: number) => `/support/create-ticket?from=${id}`;

/**
 * Returns where to redirect from a merged ticket, or a trashed one with a draft of the user; undefined if there is no
 * such page.
 */
export async function pathFromMoved(
  me: User,
  { ticket, into }: MovedTicket,
  search: string,
): Promise<string | undefined> {
  if (into) {
    const params = new URLSearchParams(search);
    params.set("merged", String(ticket.id));
    return `${ticketResource.href(String(into.id))}?${params}`;
  }
  const hasDraft = (await draftOf(me, ticket)) ?? (await waitingAttachments(me, draftName(ticket.id)))[0];
  return hasDraft && newTicketFrom(ticket.id);
}
