import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { liveInbox, watchEvent } from "~/features/inbox/use-live-inbox";
import { useNavigation } from "~/ui/navigation";

interface Row {
  id: number;
  createdAt: Date | string;
}

interface Loaded<Ticket> {
  tickets: Ticket[];
  /** When the rows were loaded. */
  loadedAt: Date | string;
  /** The newest journal entry at that time. */
  entry: number;
}

/** `ListNews` as it arrives. */
interface News<Ticket> {
  entry: number;
  rows: Ticket[];
}

/** Returns the first of each ticket: the stream sends a ticket again with each change of any other. */
const newestOf = <Ticket extends Row>(rows: Ticket[]) =>
  rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) === index);

/**
 * Keeps an open ticket list up to date: rows stay in place and show their current values. `hasMoved` means that the
 * list would now look different, and `arrived` is the number of new tickets.
 */
export function useListNews<Ticket extends Row>({ tickets, loadedAt, entry }: Loaded<Ticket>, isPaused: boolean) {
  const { key } = useLocation();
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const [opened, setOpened] = useState({ key, tickets, loadedAt });
  const [news, setNews] = useState<News<Ticket>>({ entry, rows: [] });
  const requested = useRef(entry);
  const before = opened.key === key ? opened : { key, tickets, loadedAt };
  if (before !== opened) setOpened(before);

  useEffect(() => {
    liveInbox.query = `tickets=${entry}`;
  }, [entry]);
  useEffect(() => {
    const hear = ({ detail }: CustomEventInit<News<Ticket> | null>) =>
      detail?.rows && setNews(({ rows }) => ({ entry: detail.entry, rows: newestOf([...detail.rows, ...rows]) }));
    addEventListener(watchEvent, hear);
    return () => removeEventListener(watchEvent, hear);
  }, []);
  // The counts of the tabs and what is new come with the page's own data. Each news is asked for once.
  useEffect(() => {
    if (isPaused || !isIdle || news.entry <= Math.max(entry, requested.current)) return;
    requested.current = news.entry;
    revalidate();
  }, [news, entry, isIdle, isPaused, revalidate]);

  const idsOf = (rows: Ticket[]) => rows.map(({ id }) => id).join();
  return {
    rows: before.tickets.map((row) => [...tickets, ...news.rows].find(({ id }) => id === row.id) ?? row),
    arrived: tickets.filter(({ createdAt }) => createdAt > before.loadedAt).length,
    hasMoved: idsOf(before.tickets) !== idsOf(tickets),
  };
}
