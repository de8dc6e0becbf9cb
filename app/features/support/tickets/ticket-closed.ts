import type { TicketStatus } from "db/lookups";

/** Whether nobody waits for an answer any more. Browser-safe. */
export const isOver = ({ status }: { status: TicketStatus }) => status === "Solved" || status === "Closed";
