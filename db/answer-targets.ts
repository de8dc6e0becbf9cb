/** Response-time targets. Browser-safe. */
import type { TicketPriority } from "db/lookups";

/** Working hours until an answer is due, by priority. */
export const targetHours: Record<TicketPriority, number> = { Urgent: 1, High: 4, Normal: 8, Low: 16 };
