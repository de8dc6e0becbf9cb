/** Response-time targets and working hours. Browser-safe. */
import type { TicketPriority } from "db/lookups";

/** Working hours until an answer is due, by priority. */
export const targetHours: Record<TicketPriority, number> = { Urgent: 1, High: 4, Normal: 8, Low: 16 };

/** Working days (0 is Sunday) and the hours at which they begin and end, in `TIME_ZONE`. */
export const workingHours = { days: [1, 2, 3, 4, 5], from: 8, to: 18 };
