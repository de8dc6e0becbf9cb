/** The rules for a ticket and for what is said on it. Browser-safe. */
import { z } from "zod";
import { supportTopics, ticketPriorities, ticketStatuses } from "db/lookups";
import { choice, longText, orNone, recordRef, text } from "~/core/form/rules";
import { longestMessage, longestSubject } from "./lengths";

const subject = text({ max: longestSubject, ask: "Enter what it is about, in a few words" });
const topic = choice(supportTopics, "Choose a topic");
const priority = choice(ticketPriorities, "Choose how urgent it is");
// People write "#7" as the screens do.
const order = z.preprocess(
  (given) => (typeof given === "string" ? given.trim().replace(/^#(?=\d)/, "") : given),
  orNone(recordRef("Enter the order's number, such as 7")),
);
const message = (ask: string) => longText({ max: longestMessage, ask, tabs: true });

/** A new ticket. `requesterId` says for whom, when it is not for oneself. */
export const NewTicketForm = z.object({
  subject,
  topic,
  priority,
  body: message("Write what happened, and what you expected"),
  requesterId: orNone(recordRef("Name a user by their number, or nobody")).optional(),
  orderId: order.optional(),
});

/** What of a ticket may be changed. */
export const TicketDetailsForm = z.object({
  subject,
  topic,
  priority,
  status: choice(ticketStatuses, "Choose a status"),
  assigneeId: orNone(recordRef("Choose who looks after it, or nobody")),
  orderId: order,
});

/**
 * A reply, or an internal note; `status` is what the ticket is set to with it, if anything, and `seen` the last message that was there
 * when it was written. `keep` and `remove` are buttons that send nothing: they keep what was typed, and take an attachment back.
 */
export const ReplyForm = z.object({
  body: message("Write a reply first"),
  internal: z.string().optional(),
  status: z.union([z.literal(""), choice(ticketStatuses, "Choose a status")], "Choose a status").optional(),
  seen: z.string().optional(),
  reopen: z.string().optional(),
  keep: z.string().optional(),
  remove: z.string().optional(),
  canned: z.string().optional(),
  /** A file was refused before, and nobody has left it out yet. */
  refused: z.string().max(10).optional(),
});
