/** How soon a requester is to have an answer, as data. Browser-safe. */
import type { TicketPriority } from "db/lookups";

/** Working hours until an answer is due, by priority. */
export const targetHours: Record<TicketPriority, number> = { Urgent: 1, High: 4, Normal: 8, Low: 16 };

/** When people here work, in `TIME_ZONE`: days from 0 (Sunday) to 6, and the hours that a day begins and ends with. */
export const workingHours = { days: [1, 2, 3, 4, 5], from: 8, to: 18 };
