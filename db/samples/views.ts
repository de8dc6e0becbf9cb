import { daysAfter } from "./parts";
import { demo } from "./users";

const lists = [
  ["Orders on their way", "/orders", "status=Shipping"],
  ["Overdue invoices, oldest first", "/invoices", "status=overdue&sort=dueDate"],
  ["Open tickets of nobody", "/support/tickets", "status=Open&assignee=none"],
] as const;

/** Returns three views that the demo user saved and shared. */
export const sampleViews = (now: Date) =>
  lists.map(([name, path, search], index) => ({
    id: index + 1,
    ownerId: demo.id,
    name,
    path,
    search,
    shared: true,
    createdAt: daysAfter(now, index - 30),
  }));
