/** What people can be told of. Browser-safe. A new event is a line here, and a `tell` where it happens. */

export const events = [
  { name: "newOrder", title: "New order", text: "An order came in.", inApp: true, email: false },
  { name: "invoiceOverdue", title: "Invoice overdue", text: "The due day of an invoice is over, and it is not complete.", inApp: true, email: true },
  { name: "lowStock", title: "Low stock", text: "A product has five or fewer left.", inApp: true, email: false },
  { name: "newTicket", title: "New ticket", text: "Somebody asked a question.", inApp: true, email: false },
  { name: "ticketAssigned", title: "Ticket assigned to me", text: "A ticket is yours to look after.", inApp: true, email: true },
  { name: "ticketAnswered", title: "Ticket answered", text: "There is an answer on a ticket that you asked or look after.", inApp: true, email: true },
  { name: "ticketSettled", title: "Ticket solved or closed", text: "A ticket that you asked is solved or closed.", inApp: true, email: true },
  { name: "approval", title: "Person awaiting approval", text: "Somebody registered and waits to be let in.", inApp: true, email: true },
  { name: "security", title: "Security of my account", text: "A new password, e-mail address, second step or token.", inApp: true, email: true, mailedAlways: true },
] as const satisfies EventRule[];

interface EventRule {
  name: string;
  title: string;
  /** When it happens. */
  text: string;
  /** What who never chose anything gets. */
  inApp: boolean;
  email: boolean;
  /** Nobody can do without its mails: whoever gets into an account would turn them off first. They are not `tell`'s, and know no quiet hours. */
  mailedAlways?: true;
}

export type EventName = (typeof events)[number]["name"];
export const eventNames = events.map(({ name }) => name);

/** Such as "New order"; nothing for what is no event. */
export const titleOf = (name: string): string | undefined => events.find((event) => event.name === name)?.title;

export const isEvent = (name: string): name is EventName => titleOf(name) !== undefined;

/** Whether somebody may do without its mails. */
export const isOptional = (name: EventName) => !events.some((event) => event.name === name && "mailedAlways" in event);
