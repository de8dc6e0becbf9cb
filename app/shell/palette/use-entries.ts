import { useState } from "react";
import { howMany } from "~/core/values/noun";
import { useMay } from "~/core/access/may";
import { calculate, looksLikeSum } from "./calculate";
import { commands, type Entry, firstGroups, openTo } from "./entries";
import { noGuess, rank } from "./rank";
import { readRecents, type Recent } from "./recents";
import { type RecordEntry, type Records, useRecords } from "./use-records";

/** What typing does: it searches everything, or is worked out. */
export type EntryMode = "commands" | "calculator";

/** Or it finds emoji, which are no entries. */
export type Mode = EntryMode | "emoji";

/** An entry as it is shown. */
export interface DisplayedEntry extends RecordEntry {
  /** What choosing it puts into the clipboard. */
  copy?: string;
}

interface Offer {
  groups: { title: string; entries: DisplayedEntry[] }[];
  /** A sentence beneath the entries, or in their place. */
  note?: string;
  /** What a screen reader is told of it. */
  said: string;
}

/** So many of what was chosen lately stand above the two groups; all of it is found by typing. */
const recentsShown = 3;
const maxCommands = 6;

/** What the palette offers for what is typed. */
export function useEntries(typed: string, mode: EntryMode, userId: number): Offer {
  const may = useMay();
  const open = openTo(may, commands);
  const [recents] = useState(() => openTo(may, readRecents(userId).map(asKnown)));
  const records = useRecords(mode === "commands" && !typed.trim().startsWith("=") ? typed : "");
  const text = typed.trim();
  if (mode === "calculator") return sum(text);
  if (text === "")
    return withAnnouncement({
      groups: [
        ...grouped("Recent", recents.slice(0, recentsShown)),
        ...firstGroups.flatMap(({ title, entries }) => grouped(title, openTo(may, entries))),
      ],
    });
  if (text.startsWith("=")) return sum(text);

  const guesses = !records.searching && records.groups.length === 0; // a guess never stands before a record that has what was typed
  const best = freshened(matchingEntries(text, { recents, open }, guesses ? 1 : noGuess), records);
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

/** What was chosen lately is offered as the page that it is, by its present name, or as a record. */
const asKnown = (recent: Recent): DisplayedEntry =>
  commands.find(({ id }) => id === recent.id) ?? { ...recent, lasting: true };

/** Of what the server has found it knows better how things stand than what was kept. */
function freshened(entries: DisplayedEntry[], { groups, searching }: Records): DisplayedEntry[] {
  const found = searching ? [] : groups.flatMap((group) => group.entries);
  return entries.map((entry) =>
    commands.includes(entry) ? entry : (found.find(({ id }) => id === entry.id) ?? entry),
  );
}

/** The way in again, and back to the page that is open. */
function logIn(): Offer["groups"][number] {
  const from = location.pathname + location.search;
  return {
    title: "Session",
    entries: [
      { id: "login", title: "Log in again", icon: "key-round", href: `/login?${new URLSearchParams({ from })}` },
    ],
  };
}

/** Pages and acts, and before all else equally likely what was chosen lately. */
function matchingEntries(text: string, { recents, open }: { recents: Entry[]; open: Entry[] }, least: number): Entry[] {
  const places = new Set(recents.map(({ id }) => id));
  return rank(text, [...recents, ...open.filter(({ id }) => !places.has(id))], maxCommands, least);
}

/** It counts nothing before the answer is there, so that nothing is said in vain. */
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

/** A sum as what it comes to, or why it comes to nothing. */
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
