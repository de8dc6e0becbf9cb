/** The events of a ticket that the conversation shows between its messages. */
import { and, eq, inArray } from "drizzle-orm";
import { db } from "db";
import { journal, type Ticket } from "db/schema";
import { latestChange } from "~/core/conflict/changes-since.server";
import { history } from "~/core/audit/journal.server";
import type { Entry } from "~/core/audit/entries.server";
import type { Reader } from "~/core/list/reach.server";
import type { IconName } from "~/ui/icons/icon-names";
import { statusIcon } from "~/ui/values/status-badge";
import { mergedTicketIds } from "../merge.server";
import { namesOf, ticketResource } from "../tickets.server";

/** A line between two messages, with its undo while there is one. */
export interface TicketEvent {
  id: number;
  at: Date;
  icon: IconName;
  text: string;
  /** Address of the other ticket that the event names. */
  href?: string;
  /** Its entry in the journal, where its reader may take it back. */
  entry?: Entry;
}

/**
 * Returns the events of tickets merged into this one, for the requester: with the time of each, but not who merged
 * it.
 */
export async function mergeEvents(ticket: Ticket, merged: Ticket[]): Promise<TicketEvent[]> {
  const entries = await Promise.all(merged.map(({ id }) => latestChange(ticketResource, id, "mergedInto")));
  return merged.flatMap(({ id, subject }, index) => {
    const entry = entries[index];
    const text = `Ticket #${id} “${subject}” was merged into this one, #${ticket.id} “${ticket.subject}”`;
    return entry ? [{ id: entry.id, at: entry.at, icon: "merge" as const, text }] : [];
  });
}

/** The conversation shows no more than this; the rest is in the activity. */
const maxEvents = 100;

/**
 * Returns the ticket's changes, its opening on someone's behalf, and merges into it, oldest first, with undo for what
 * `viewer` may undo.
 */
export async function ticketEvents(ticket: Pick<Ticket, "id">, viewer: Reader): Promise<TicketEvent[]> {
  const own = await history(ticketResource, ticket.id, maxEvents, viewer);
  const merged = await Promise.all(
    (await mergedTicketIds(ticket.id)).map((id) => history(ticketResource, id, maxEvents, viewer)),
  );
  const joined = merged.flat().filter(({ after }) => after?.mergedInto === ticket.id);
  const entries = [...own.filter((entry) => entry.action !== "created" || isForSomebody(entry)), ...joined];
  const names = await namesOf(
    entries.flatMap(({ after }) => (typeof after?.assigneeId === "number" ? after.assigneeId : [])),
  );
  const withReply = await batchesThatSay(entries.map(({ batch }) => batch));
  return entries
    .map((entry) => ({
      id: entry.id,
      at: entry.at,
      ...toldOf(entry, ticket.id, names),
      entry: withReply.has(entry.batch) ? { ...entry, undo: "none" as const } : entry,
    }))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Names of the users who last set a ticket's priority and its assignee. */
export type LastSetters = Partial<Record<"priority" | "assigneeId", string>>;

/** Finds who last set a ticket's priority and its assignee among its events, which are oldest first. */
export function lastSetters({ id }: Pick<Ticket, "id">, events: TicketEvent[]): LastSetters {
  const setters: LastSetters = {};
  for (const { entry } of events)
    if (entry?.recordId === String(id))
      for (const name of ["priority", "assigneeId"] as const)
        if (entry.after && name in entry.after) setters[name] = entry.byName;
  return setters;
}

/** Whether the ticket was opened on behalf of the requester, whose words its first message then is not. */
const isForSomebody = ({ after, byId }: Entry) => after?.requesterId !== byId;

/** Returns the batches that include a reply. Their undo also removes the reply, so it is offered there. */
async function batchesThatSay(batches: string[]): Promise<Set<string>> {
  if (batches.length === 0) return new Set();
  const said = and(inArray(journal.batch, batches), eq(journal.entity, "replies"), eq(journal.action, "created"));
  return new Set(
    (await db.selectDistinct({ batch: journal.batch }).from(journal).where(said)).map(({ batch }) => batch),
  );
}

type EventSentence = Pick<TicketEvent, "icon" | "text" | "href">;

function toldOf(
  { action, after, before, undoes, byId, byName, recordId }: Entry,
  here: number,
  names: Map<number, string>,
): EventSentence {
  const by = `by ${byName}`;
  if (action === "created") return { icon: "pencil-line", text: `Opened ${by} on behalf of ${after?.requesterName}` };
  if (action === "deleted") return { icon: "trash-2", text: `Moved to the trash ${by}` };
  if (action === "restored") return { icon: "undo-2", text: `Restored ${by}` };
  if (typeof after?.mergedInto === "number") {
    if (after.mergedInto === here)
      return {
        icon: "merge",
        text: `Ticket #${recordId} was merged into this one ${by}`,
        href: ticketResource.href(recordId),
      };
    return {
      icon: "merge",
      text: `Merged into #${after.mergedInto} ${by}`,
      href: ticketResource.href(String(after.mergedInto)),
    };
  }
  if (typeof before?.mergedInto === "number")
    return {
      icon: "undo-2",
      text: `No longer merged into #${before.mergedInto}: undone ${by}`,
      href: ticketResource.href(String(before.mergedInto)),
    };
  const again = undoes ? "Undone: " : "";
  if (typeof after?.status === "string")
    return {
      icon: undoes ? "undo-2" : (statusIcon(after.status) ?? "circle-dot"),
      text: `${again}${statusText(after.status)} ${by}`,
    };
  const priority = typeof after?.priority === "string" && after.priority.toLowerCase();
  if (after && "assigneeId" in after) {
    const text = again + assigned(after.assigneeId, byId, byName, names);
    return {
      icon: undoes ? "undo-2" : "circle-dot",
      text: priority ? `${text}, priority set to ${priority}` : text,
    };
  }
  if (priority) return { icon: "pencil-line", text: `${again}Priority set to ${priority} ${by}` };
  return { icon: undoes ? "undo-2" : "pencil-line", text: `${again}Details changed ${by}` };
}

function statusText(now: string): string {
  if (now === "Open") return "Reopened";
  if (now === "Pending") return "Waiting for the customer, set";
  return now === "Closed" ? "Closed" : `Marked as ${now.toLowerCase()}`;
}

function assigned(to: unknown, byId: number | null, byName: string, names: Map<number, string>): string {
  if (typeof to !== "number") return `Assigned to nobody by ${byName}`;
  const name = names.get(to) ?? "somebody who is gone";
  return to === byId ? `Taken by ${name}` : `Assigned to ${name}`;
}
