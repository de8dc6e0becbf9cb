/** The rules for a ticket and for what is said on it. Browser-safe. */
import { z } from "zod";
import { supportTopics, ticketPriorities, ticketStatuses } from "db/lookups";
import { choice, longText, orNone, recordRef, text } from "~/lib/rules";
import { longestMessage, longestSubject } from "./lengths";

const subject = text({ max: longestSubject, ask: "Enter what it is about, in a few words" });
const topic = choice(supportTopics, "Choose a topic");
const priority = choice(ticketPriorities, "Choose how urgent it is");
const message = (ask: string) => longText({ max: longestMessage, ask });

/** A new ticket. `requesterId` says for whom, when it is not for oneself. */
export const NewTicketForm = z.object({
  subject,
  topic,
  priority,
  body: message("Write what happened, and what you expected"),
  requesterId: orNone(recordRef("Name a user by their number, or nobody")).optional(),
  orderId: orNone(recordRef("Enter the order's number, such as 7")).optional(),
});

/** What of a ticket may be changed. */
export const TicketDetailsForm = z.object({
  subject,
  topic,
  priority,
  status: choice(ticketStatuses, "Choose a status"),
  assigneeId: orNone(recordRef("Choose who looks after it, or nobody")),
  orderId: orNone(recordRef("Enter the order's number, such as 7")),
});

/** A reply, or an internal note; `status` is what the ticket is set to with it, if anything. */
export const ReplyForm = z.object({
  body: message("Write a reply first"),
  internal: z.string().optional(),
  status: z.union([z.literal(""), choice(ticketStatuses, "Choose a status")], "Choose a status").optional(),
});
