import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { howMany } from "~/core/values/noun";
import { type BoxName, boxes } from "./boxes";
import type { Inbox } from "./inbox.server";

/** The inbox from the page's loader, or from the stream with dates as strings. */
export type LiveInbox = Inbox | SerializeFrom<Inbox>;

const address = "/live";
/**
 * Delay before the stream opens, in milliseconds, so that a page left at once opens none. Ticket pages need news
 * sooner.
 */
const streamDelayMs = { any: 2_000, tickets: 300 };
/** Polling interval without a stream, in milliseconds. */
const pollMs = 30_000;

/** Name of the `window` event with updates of the tickets on the page. */
export const watchEvent = "portico:watch";
/** Query for the other updates in this page's stream. A page must set it before its stream opens. */
export const liveInbox = { query: "" };
let stream: EventSource | undefined;

export const isStreaming = () => stream?.readyState === EventSource.OPEN;

/**
 * Returns the inbox, updated while the page is visible, with the announcement of new items. Loaders do not rerun, so
 * an open form keeps its revision.
 */
export function useLiveInbox(loaded: LiveInbox): { inbox: LiveInbox; said: string } {
  const [came, setCame] = useState<{ inbox: LiveInbox; said: string }>();
  const inbox = came && came.inbox.asOf > loaded.asOf ? came.inbox : loaded;
  const shown = useRef(inbox);
  useEffect(() => {
    shown.current = inbox;
  }, [inbox]);
  const place = /^\/support\/tickets(\/\d+)?$/.exec(useLocation().pathname)?.[0];
  useEffect(
    () => whileVisible((fresh) => setCame({ inbox: fresh, said: newIn(shown.current, fresh) }), place),
    [place],
  );
  return { inbox, said: came?.inbox === inbox ? came.said : "" };
}

/**
 * Follows the inbox while the page is looked at: a stream in every tab would use up the connections that a browser has
 * to a site.
 */
function whileVisible(take: (inbox: LiveInbox) => void, place: string | undefined) {
  let stop: (() => void) | undefined;
  const turn = () => {
    stop?.();
    stop = document.visibilityState === "visible" ? follow(take, place) : undefined;
  };
  turn();
  document.addEventListener("visibilitychange", turn);
  return () => {
    document.removeEventListener("visibilitychange", turn);
    stop?.();
  };
}

/** Follows the inbox by a stream, or by polling if no stream gets through. Returns a function that stops it. */
function follow(take: (inbox: LiveInbox) => void, place: string | undefined): () => void {
  let source: EventSource | undefined;
  let asking: number | undefined;
  const ask = () => {
    source?.close();
    asking ??= window.setInterval(
      () =>
        void fetchInbox()
          .then((inbox) => (inbox ? take(inbox) : clearInterval(asking)))
          .catch(() => undefined),
      pollMs,
    );
  };
  const begin = setTimeout(
    () => {
      const ticket = place?.split("/")[3];
      const query = ticket ? `ticket=${ticket}` : place && liveInbox.query;
      stream = source = new EventSource(query ? `${address}?${query}` : address);
      source.addEventListener("watch", ({ data }) =>
        dispatchEvent(new CustomEvent(watchEvent, { detail: JSON.parse(String(data)) })),
      );
      source.onmessage = ({ data }) => take(JSON.parse(String(data)) as LiveInbox);
      source.onerror = () => source?.readyState === EventSource.CLOSED && ask();
      source.addEventListener("enough", ask);
    },
    place ? streamDelayMs.tickets : streamDelayMs.any,
  );
  return () => {
    clearTimeout(begin);
    clearInterval(asking);
    source?.close();
  };
}

/** Fetches the inbox; undefined if the user is signed out. Rejects if the server cannot be reached. */
async function fetchInbox(): Promise<LiveInbox | undefined> {
  const answer = await fetch(address);
  return answer.status === 200 ? ((await answer.json()) as LiveInbox) : undefined;
}

/** Returns what is new, such as "1 new notification, 2 new messages", or "". */
export function newIn(before: LiveInbox, after: LiveInbox): string {
  const words = (["notifications", "messages"] as const).map((name) => {
    const count = newcomers(name, before, after);
    return count > 0 ? howMany(count, boxes[name]) : "";
  });
  return words.filter(Boolean).join(", ");
}

/** Counts the new items. A conversation with a newer message counts again, even if it was unread. */
function newcomers(name: BoxName, before: LiveInbox, after: LiveInbox): number {
  const newest = before[name].items[0]?.id ?? 0;
  const fresh = after[name].items.filter((item) => item.readAt === null && item.id > newest).length;
  return fresh && Math.max(fresh, after[name].unread - before[name].unread);
}
