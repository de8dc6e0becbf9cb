/** The rules for tickets and replies. */
import { z } from "zod";
import { rulesOf } from "~/core/fields/rules.server";
import { longText, orNone, recordRef } from "~/core/form/rules";
import { ticketFields } from "./fields";
import { replyFields } from "./replies/fields";

const TicketRules = rulesOf(ticketFields);

// People write "#7" as the screens do.
const order = z.preprocess(
  (given) => (typeof given === "string" ? given.trim().replace(/^#(?=\d)/, "") : given),
  orNone(recordRef("Enter the order's number, such as 7")),
);

/** A new ticket. `requesterId` says for whom, when it is not for oneself. */
export const NewTicketForm = z.object({
  ...TicketRules.omit({ status: true }).shape,
  body: longText({ ...replyFields.body, ask: "Write what happened, and what you expected" }),
  requesterId: orNone(recordRef("Name a user by their number, or nobody")).optional(),
  orderId: order.optional(),
});

/** Rules for the editable details of a ticket. */
export const TicketDetailsForm = TicketRules.extend({
  assigneeId: orNone(recordRef("Choose who looks after it, or nobody")),
  orderId: order,
});

/**
 * A reply or an internal note. `status` is set with it, and `seen` is the newest message when it was written; the
 * buttons `keep` and `remove` save the draft and remove a file without sending.
 */
export const ReplyForm = rulesOf(replyFields).extend({
  internal: z.string().optional(),
  status: z.union([z.literal(""), TicketRules.shape.status], ticketFields.status.ask).optional(),
  seen: z.string().optional(),
  seenStatus: z.string().max(20).optional(),
  reopen: z.string().optional(),
  draftsOf: z.string().max(200).optional(),
  keep: z.string().optional(),
  remove: z.string().optional(),
  canned: z.string().optional(),
  /** Error about a file rejected earlier, until the user confirms sending without it. */
  refused: z.string().max(4_000).optional(),
});
