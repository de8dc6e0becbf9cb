import { useState } from "react";
import { howMany } from "~/core/values/noun";
import { useMay } from "~/core/access/may";
import { calculate, looksLikeSum } from "./calculate";
import { commands, type Entry, firstGroups, allowedEntries } from "./entries";
import { noGuess, rank } from "./rank";
import { readRecents, type Recent } from "./recents";
import { type RecordEntry, type Records, useRecords } from "./use-records";

/** Whether the input searches everything or is calculated. */
export type EntryMode = "commands" | "calculator";

/** An entry mode, or the emoji search, which has no entries. */
export type Mode = EntryMode | "emoji";

/** An entry as the palette displays it. */
export interface DisplayedEntry extends RecordEntry {
  /** Text that is copied when it is chosen. */
  copy?: string;
}

interface Offer {
  groups: { title: string; entries: DisplayedEntry[] }[];
  /** A sentence below or instead of the entries. */
  note?: string;
  /** Announcement for screen readers. */
  said: string;
}

/** Maximum recent entries in an empty palette; searching finds all of them. */
const recentsShown = 3;
const maxCommands = 6;

/** Returns the palette's content for the input. */
export function useEntries(typed: string, mode: EntryMode, userId: number): Offer {
  const may = useMay();
  const open = allowedEntries(may, commands);
  const [recents] = useState(() => allowedEntries(may, readRecents(userId).map(entryOfRecent)));
  const records = useRecords(mode === "commands" && !typed.trim().startsWith("=") ? typed : "");
  const text = typed.trim();
  if (mode === "calculator") return sum(text);
  if (text === "")
    return withAnnouncement({
      groups: [
        ...grouped("Recent", recents.slice(0, recentsShown)),
        ...firstGroups.flatMap(({ title, entries }) => grouped(title, allowedEntries(may, entries))),
      ],
    });
  if (text.startsWith("=")) return sum(text);

  const guesses = !records.searching && records.groups.length === 0; // guesses are only shown without matching records
  const best = refreshEntries(matchingEntries(text, { recents, open }, guesses ? 1 : noGuess), records);
  const local = [...(looksLikeSum(text) ? sum(text).groups : []), ...grouped("Commands", best)];
  if (records.loggedOut) return withAnnouncement({ groups: [...local, logIn()], note: "You are logged out." });
  if (records.failed)
    return withAnnouncement({
      groups: [...local, seeAll(text)],
      note: "Records could not be searched just now. Try again in a moment.",
    });
  const groups = [
    ...local,
    ...records.groups.flatMap(({ title, entries }) =>
      grouped(
        title,
        entries.filter(({ id }) => !best.some((one) => one.id === id)),
      ),
    ),
  ];
  if (groups.length === 0 && !records.searching)
    return { groups, note: records.note ?? "No results found.", said: records.note ?? "No results found." };
  return withAnnouncement({ groups: [...groups, seeAll(text)], note: records.note }, records.searching);
}

const grouped = (title: string, entries: DisplayedEntry[]) => (entries.length > 0 ? [{ title, entries }] : []);

/** Returns the current page with the recent entry's address, else the entry as a record. */
const entryOfRecent = (recent: Recent): DisplayedEntry =>
  commands.find(({ id }) => id === recent.id) ?? { ...recent, lasting: true };

/** Replaces stored entries by the server's current ones, where it has found them. */
function refreshEntries(entries: DisplayedEntry[], { groups, searching }: Records): DisplayedEntry[] {
  const found = searching ? [] : groups.flatMap((group) => group.entries);
  return entries.map((entry) =>
    commands.includes(entry) ? entry : (found.find(({ id }) => id === entry.id) ?? entry),
  );
}

/** Returns an entry that leads to the login page and back to the current one. */
function logIn(): Offer["groups"][number] {
  const from = location.pathname + location.search;
  return {
    title: "Session",
    entries: [
      { id: "login", title: "Log in again", icon: "key-round", href: `/login?${new URLSearchParams({ from })}` },
    ],
  };
}

/** Returns matching pages and actions; among equal matches, recent entries come first. */
function matchingEntries(text: string, { recents, open }: { recents: Entry[]; open: Entry[] }, least: number): Entry[] {
  const places = new Set(recents.map(({ id }) => id));
  return rank(text, [...recents, ...open.filter(({ id }) => !places.has(id))], maxCommands, least);
}

/** Adds the announcement of the result count, which stays empty while a search is running. */
function withAnnouncement({ groups, note }: Omit<Offer, "said">, searching = false): Offer {
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return {
    groups,
    note,
    said: searching ? "" : `${howMany(count, "result")}.${note ? ` ${note}` : ""}`,
  };
}

function seeAll(text: string): Offer["groups"][number] {
  const all: Entry = {
    id: "all",
    title: `See all results for “${text}”`,
    icon: "search",
    href: `/search?${new URLSearchParams({ q: text })}`,
  };
  return { title: "Search", entries: [all] };
}

/** Returns the result of a calculation, or its error message. */
function sum(text: string): Offer {
  if (text === "")
    return {
      groups: [],
      note: "Percentages are of what stands before them: 199-20% is 159.2. Powers are written 2^10.",
      said: "",
    };
  const worked = calculate(text);
  if ("error" in worked) return { groups: [], note: worked.error, said: worked.error };
  const title = `${worked.exact ? "=" : "≈"} ${worked.shown}`;
  return {
    groups: [
      {
        title: "Calculator",
        entries: [
          { id: `sum ${worked.copied}`, title, detail: "Enter copies it", icon: "calculator", copy: worked.copied },
        ],
      },
    ],
    said: title,
  };
}
