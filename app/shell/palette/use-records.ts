import { useEffect, useState } from "react";
import { BadResponseError, call } from "~/core/http/http";
import type { IconName } from "~/ui/icons/icon-names";
import type { Entry } from "./entries";

/** The kinds of records that a search answers, each with its icon. */
const icons = {
  users: "user",
  products: "package",
  orders: "shopping-cart",
  invoices: "receipt-text",
  tickets: "message-square",
  faqs: "life-buoy",
} satisfies Record<string, IconName>;

interface Hit {
  href: string;
  title: string;
  detail: string;
  /** Title and detail as HTML that the server made, with what was looked for in `<mark>`. */
  marked: [title: string, detail: string];
}

/** What `/search/suggest` answers, as far as it is shown here. */
interface Answer {
  groups: { kind: string; title: string; hits: Hit[] }[];
  /** What to know of the search, as sentences. */
  notes: string[];
}

/** A record as an entry of the palette. */
export interface RecordEntry extends Entry {
  marked?: Hit["marked"];
  /**
   * It was found by what stood there before: it is still shown, so that the list does not jump, but cannot be chosen.
   */
  former?: boolean;
}

export interface Records {
  groups: { title: string; entries: RecordEntry[] }[];
  /** What the search has to say about itself, such as why it found less than there is. */
  note?: string;
  failed?: boolean;
  /** The session has ended, so that nothing can be searched. */
  loggedOut?: boolean;
  /** The answer to what is typed now has not come yet: what is shown was found by what stood there before. */
  searching: boolean;
}

/** So long nobody types, in milliseconds, before records are searched. */
const pause = 150;
/** So long the answer may take. */
const timeout = 10_000;

/** The records that the server finds by a text, a moment after it was typed. An answer that is late is dropped. */
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

/** Fails for whatever is no answer: a session that has ended is led to the login page, see `isLedElsewhere`. */
async function ask(q: string, signal: AbortSignal): Promise<Answer> {
  return (await call(`${location.origin}/search/suggest?${new URLSearchParams({ q })}`, { signal, timeout })) as Answer;
}

/** Browsers give a redirect that is not followed the status 0. */
const isLedElsewhere = (error: unknown) =>
  error instanceof BadResponseError && error.status < 400 && (error.status === 0 || error.status >= 300);

function entriesOf({ kind, title, hits }: Answer["groups"][number]) {
  const icon: IconName = Object.hasOwn(icons, kind) ? icons[kind as keyof typeof icons] : "file-text";
  return { title, entries: hits.map((hit) => ({ id: hit.href, icon, lasting: true, ...hit })) };
}
