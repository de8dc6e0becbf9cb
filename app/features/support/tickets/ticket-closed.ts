import type { TicketStatus } from "db/lookups";

/** Whether the ticket is solved or closed, so that no response is due. Browser-safe. */
export const isOver = ({ status }: { status: TicketStatus }) => status === "Solved" || status === "Closed";
