import { useEffect, useState } from "react";
import { BadResponseError, call } from "~/core/http/http";
import type { IconName } from "~/ui/icons/icon-names";
import type { Entry } from "./entries";

/** Icons by kind of record that the search returns. */
const icons = {
  users: "user",
  products: "package",
  orders: "shopping-cart",
  invoices: "receipt-text",
  payments: "banknote",
  tickets: "message-square",
  faqs: "life-buoy",
} satisfies Record<string, IconName>;

interface Hit {
  href: string;
  title: string;
  detail: string;
  /** Title and detail as HTML from the server, with matches in `<mark>`. */
  marked: [title: string, detail: string];
}

/** The part of the `/search/suggest` response that is used here. */
interface Answer {
  groups: { kind: string; title: string; hits: Hit[] }[];
  /** Notes about the search, as sentences. */
  notes: string[];
}

export interface RecordEntry extends Entry {
  marked?: Hit["marked"];
  /** Whether it matched the previous input. It stays visible so that the list does not jump, but cannot be chosen. */
  former?: boolean;
}

export interface Records {
  groups: { title: string; entries: RecordEntry[] }[];
  /** A note on the search, such as why results are missing. */
  note?: string;
  failed?: boolean;
  /** Whether the session has ended, so that records cannot be searched. */
  loggedOut?: boolean;
  /** Whether the response to the current input is pending; the entries still belong to the previous one. */
  searching: boolean;
}

/** Pause in typing before records are searched, in milliseconds. */
const pause = 150;
/** Timeout of a search, in milliseconds. */
const timeout = 10_000;

/** Returns the records that match the input, with a short delay. Late responses are ignored. */
export function useRecords(typed: string): Records {
  const q = typed.trim().slice(0, 200);
  const [answer, setAnswer] = useState<Omit<Records, "searching"> & { q: string }>({ q: "", groups: [] });
  useEffect(() => {
    if (q === "") return;
    const late = new AbortController();
    const timer = setTimeout(() => {
      ask(q, late.signal).then(
        ({ groups, notes }) =>
          late.signal.aborted ||
          setAnswer({
            q,
            note: notes.join(" ") || undefined,
            groups: groups.filter(({ hits }) => hits.length > 0).map(entriesOf),
          }),
        (error: unknown) =>
          late.signal.aborted || setAnswer({ q, groups: [], failed: true, loggedOut: isLedElsewhere(error) }),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      late.abort();
    };
  }, [q]);
  if (q === "") return { groups: [], searching: false };
  if (answer.q === q) return { ...answer, searching: false };
  return {
    groups: answer.groups.map(({ title, entries }) => ({
      title,
      entries: entries.map((entry) => ({ ...entry, former: true })),
    })),
    searching: true,
  };
}

/**
 * Requests suggestions. Rejects if the session has ended, because the redirect to the login page is no response, see
 * `isLedElsewhere`.
 */
async function ask(q: string, signal: AbortSignal): Promise<Answer> {
  return (await call(`${location.origin}/search/suggest?${new URLSearchParams({ q })}`, { signal, timeout })) as Answer;
}

/** Whether the response was a redirect; browsers report status 0 for one that was not followed. */
const isLedElsewhere = (error: unknown) =>
  error instanceof BadResponseError && error.status < 400 && (error.status === 0 || error.status >= 300);

function entriesOf({ kind, title, hits }: Answer["groups"][number]) {
  const icon: IconName = Object.hasOwn(icons, kind) ? icons[kind as keyof typeof icons] : "file-text";
  return { title, entries: hits.map((hit) => ({ id: hit.href, icon, lasting: true, ...hit })) };
}
