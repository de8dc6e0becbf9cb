/**
 * The events that users can be notified of. Browser-safe. A new event needs an entry here, and a call of a function
 * in `notify.server.ts` where it happens.
 */
import type { Permission } from "~/core/access/access.server";

export const events = [
  { name: "newOrder", title: "New order", text: "An order came in.", inApp: true, email: false, needs: "sales.view" },
  {
    name: "invoiceOverdue",
    title: "Invoice overdue",
    text: "The due day of an invoice is over, and it is not complete.",
    inApp: true,
    email: true,
    needs: "sales.view",
  },
  {
    name: "invoiceSent",
    title: "My invoices",
    text: "You are sent an invoice or a reminder.",
    inApp: true,
    email: true,
    needs: "invoices.view",
    mailedAlways: "The e-mail is always sent, to the address for invoices.",
  },
  {
    name: "orderMoved",
    title: "My orders",
    text: "One of your orders moves on.",
    inApp: true,
    email: true,
    needs: "orders.view",
    mailedAlways: "The e-mail is always sent, to the address on the order.",
  },
  {
    name: "lowStock",
    title: "Low stock",
    text: "A product has five or fewer left.",
    inApp: true,
    email: false,
    needs: "sales.view",
  },
  {
    name: "newTicket",
    title: "New ticket",
    text: "Somebody asked a question.",
    inApp: true,
    email: false,
    needs: "support.view",
  },
  {
    name: "ticketAssigned",
    title: "Ticket assigned to me",
    text: "A ticket is yours to look after.",
    inApp: true,
    email: true,
    needs: "support.view",
  },
  {
    name: "ticketAnswered",
    title: "Ticket answered",
    text: "There is an answer on a ticket that you asked or look after.",
    inApp: true,
    email: true,
    needs: "tickets.view",
  },
  {
    name: "ticketSettled",
    title: "Ticket solved or closed",
    text: "A ticket that you asked is solved or closed.",
    inApp: true,
    email: true,
    needs: "tickets.view",
  },
  {
    name: "approval",
    title: "Person awaiting approval",
    text: "Someone registered and is waiting for approval.",
    inApp: true,
    email: true,
    needs: "team.invite",
  },
  {
    name: "security",
    title: "Security of my account",
    text: "A new password, e-mail address, second factor or token.",
    inApp: true,
    email: true,
    needs: "account",
    mailedAlways: "The mails cannot be turned off: they warn you when somebody else is at it.",
  },
] as const satisfies EventRule[];

interface EventRule {
  name: string;
  title: string;
  /** Describes when the event happens. */
  text: string;
  /** Defaults for users who never chose anything. */
  inApp: boolean;
  email: boolean;
  /** The permission required to be notified. */
  needs: Permission;
  /** Why its mails cannot be turned off, as a sentence. Such mails are sent elsewhere and ignore quiet hours. */
  mailedAlways?: string;
}

export type EventName = (typeof events)[number]["name"];
export const eventNames = events.map(({ name }) => name);

/** Returns the permission required to be notified of an event. */
export const needsOf = (name: EventName): Permission => events.find((event) => event.name === name)!.needs;

/** The weekly digest needs at least one of these permissions. */
export const digestNeeds: Permission[] = ["sales.view", "support.view", "team.invite"];

/** Returns a title such as "New order"; undefined for an unknown event. */
export const titleOf = (name: string): string | undefined => events.find((event) => event.name === name)?.title;

export const isEvent = (name: string): name is EventName => titleOf(name) !== undefined;

/** Whether mails about the event can be turned off. */
export const isOptional = (name: EventName) => !events.some((event) => event.name === name && "mailedAlways" in event);
