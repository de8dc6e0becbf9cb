/** Searches all kinds of record at once. */
import { fold } from "db/fold";
import type { SearchKind } from "db/search";
import { runSearch } from "~/core/http/work-queues.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { parseSearch, strangeTerms } from "~/core/list/parse-search";
import { countQuickly } from "~/core/list/counting.server";
import { pageRows } from "~/core/list/list-read.server";
import { contradictions, lookUp, onlyNewest, vocabulariesOf } from "~/core/list/list-search.server";
import { knowsTerm, maxSearchLength, parseListQuery, readSearch, searchText } from "~/core/list/list-query.server";
import { capital } from "~/core/values/noun";
import { numbersWithText } from "~/core/list/index-search.server";
import type { Counted } from "~/core/list/list";
import type { PlannedQuery } from "~/core/list/listing.server";
import type { Reader } from "~/core/list/reach.server";
import { hasWholeWords, wordRank } from "~/core/list/word-rank";
import { findCorrected } from "~/core/list/nearest.server";
import { messagesWith } from "~/features/support/tickets/search.server";
import { type Hit, hitOf, idFromQuery, recordsOf } from "./hits.server";
import { kindsFor, type SeenKind } from "./searchable.server";

export interface Group {
  kind: SearchKind;
  /** Title such as "Orders". */
  title: string;
  /** The list of all of them. */
  all: string;
  /** Number of results; a lower bound if `more` is set. */
  count: number;
  more: boolean;
  /** Whether the search text is the number of the first result. */
  isExact: boolean;
  /** Whether one of its records contains all words as whole words. */
  hasWholeWords: boolean;
  hits: Hit[];
}

export interface SearchResult {
  q: string;
  groups: Group[];
  /** Notes about the search, as sentences. */
  notes: string[];
}

/** Maximum results per kind that are compared to show the best ones first. */
const candidates = 30;

/**
 * Returns the readable records that match, up to `maxPerKind` of each kind. Without a match, searches for the most
 * similar words.
 */
export const findAll = (typed: string, maxPerKind: number, reader: Reader): Promise<SearchResult> =>
  runSearch(() => findInTurn(typed, maxPerKind, reader));

async function findInTurn(typed: string, maxPerKind: number, reader: Reader): Promise<SearchResult> {
  const seen = kindsFor(reader);
  const q = searchText(typed);
  const notes =
    typed.trim().length > maxSearchLength ? [`Only the first ${maxSearchLength} characters are searched for.`] : [];
  if (isEmpty(q, seen))
    return {
      q,
      groups: [],
      notes: q === "" ? notes : [...notes, `There is no word in “${q.slice(0, 20)}” that could be searched for.`],
    };

  const { kinds, problems } = kindsToSearch(q, seen);
  const read = readIn(q, kinds);
  notes.push(...problems, ...(read?.passedOver ?? []));
  const { groups, older } = await groupsOf(kinds, { q, maxPerKind, reader });
  if (older) notes.push(onlyNewest);
  if (groups.length > 0 || problems.length > 0) return { q, groups, notes };
  const vocabularies = kinds.flatMap(({ listing }) => vocabulariesOf(listing, reader.id));
  const corrected = await findCorrected(q, read?.words ?? [], vocabularies, async (better) => {
    const instead = await groupsOf(kinds, { q: better, maxPerKind, reader });
    return instead.groups.length > 0 ? instead.groups : undefined;
  });
  if (!corrected)
    return {
      q,
      groups,
      notes: [...notes, ...contradictions(read?.filters ?? []), ...strangeTerms(q, isKnownTerm(seen))],
    };
  return {
    q: corrected.q,
    groups: corrected.result,
    notes: [...notes, `Nothing has “${q}”, so this shows what has “${corrected.q}”.`],
  };
}

function isEmpty(q: string, seen: SeenKind[]) {
  const { words, terms } = parseSearch(q, ({ name }) => isKnownTerm(seen)(name));
  return words.length + terms.length === 0;
}

/** Parses the search for these kinds, which share their search terms. */
const readIn = (q: string, [first]: SeenKind[]) => (first ? readSearch(first.listing, q) : undefined);

const isKnownTerm = (seen: SeenKind[]) => (name: string) => seen.some(({ listing }) => knowsTerm(listing, name));

/** The kinds that know all terms which any kind knows, and make sense of them; where none does, why. */
function kindsToSearch(q: string, seen: SeenKind[]): { kinds: SeenKind[]; problems: string[] } {
  const isKnown = isKnownTerm(seen);
  const { terms, unfinished } = parseSearch(q);
  const known = [...terms, ...unfinished].filter(({ name }) => isKnown(name));
  const asked = seen.filter(({ listing }) => known.every(({ name }) => knowsTerm(listing, name)));
  if (asked.length === 0)
    return { kinds: [], problems: [`Nothing has all of ${known.map(({ name }) => `“${name}”`).join(" and ")}.`] };
  const read = asked.map((kind) => ({ kind, problems: readSearch(kind.listing, q).problems }));
  const sound = read.filter(({ problems }) => problems.length === 0);
  if (sound.length > 0) return { kinds: sound.map(({ kind }) => kind), problems: [] };
  const same = new Set(read.flatMap(({ problems }) => problems)).size === 1;
  const said = read.flatMap(({ kind, problems }) =>
    problems.map((problem) => (same ? problem : `${titleOf(kind)}: ${problem}`)),
  );
  return { kinds: [], problems: [...new Set(said)] };
}

interface GroupRequest {
  q: string;
  maxPerKind: number;
  reader: Reader;
}

async function groupsOf(kinds: SeenKind[], asked: GroupRequest): Promise<{ groups: Group[]; older: boolean }> {
  const found = [];
  for (const kind of kinds) {
    await yieldToEventLoop();
    found.push(await groupOf(kind, asked));
  }
  const groups = found.flatMap(({ group }) => group ?? []);
  return {
    groups: groups.sort(
      (one, other) =>
        Number(other.isExact) - Number(one.isExact) || Number(other.hasWholeWords) - Number(one.hasWholeWords),
    ),
    older: found.some(({ older }) => older),
  };
}

async function groupOf(
  seen: SeenKind,
  { q, maxPerKind, reader }: GroupRequest,
): Promise<{ group?: Group; older: boolean }> {
  const { kind, listing } = seen;
  const query = await lookUp(listing, {
    ...parseListQuery(listing, new URLSearchParams({ q })),
    sort: { key: "id", descending: true },
    size: candidates,
    readerId: reader.id,
  });
  const exact = await hitByNumber(seen, q);
  const counted = await countQuickly(listing, query);
  const { words } = readSearch(listing, q);
  const newest = await bestRows(listing, query, counted, words);
  const rows = exact ? [exact, ...newest.filter(({ id }) => id !== exact.id)] : newest;
  const older = query.hits?.older === true;
  if (rows.length === 0) return { older };
  const said =
    kind === "tickets"
      ? messagesWith(
          words,
          rows.map(({ id }) => Number(id)),
          reader.id,
        )
      : undefined;
  const hits = rows.map((row) => hitOf(kind, row, words, said?.get(Number(row.id))));
  const [first, ...rest] = exact ? hits : [undefined, ...hits];
  const best = [
    ...(first ? [first] : []),
    ...ranked(
      rest.filter((hit) => hit !== undefined),
      words,
    ),
  ].slice(0, maxPerKind);
  const group = {
    kind,
    title: titleOf(seen),
    isExact: exact !== undefined,
    hasWholeWords: best.some(({ title, detail }) => hasWholeWords(fold(`${title} ${detail}`), words)),
    all: seen.all(q),
    hits: best,
    count: Math.max(counted.total, rows.length),
    more: counted.more === true || older,
  };
  return { group, older };
}

const titleOf = ({ kind }: SeenKind) => capital(recordsOf(kind).noun.many);

/** Maximum results, newest first, that are ranked. */
const maxRanked = 200;

/** The rows to rank: of many, those first in which the words stand as whole words, and the newest. */
async function bestRows(
  listing: SeenKind["listing"],
  query: PlannedQuery,
  counted: Counted,
  words: string[],
): Promise<{ id: number | string }[]> {
  const { index } = listing;
  const newest = (await pageRows(listing, query, counted)) as { id: number | string }[];
  if (!index || !query.hits || words.length === 0 || counted.total <= candidates) return newest;
  const numbers = numbersWithText(index.kind, query.hits.numbers.slice(0, maxRanked), (text) =>
    hasWholeWords(text, words),
  );
  if (numbers.length === 0) return newest;
  const chosen = { ...query, hits: { numbers, more: false } };
  const whole = (await pageRows(listing, chosen, await countQuickly(listing, chosen))) as { id: number | string }[];
  return [...whole, ...newest.filter(({ id }) => !whole.some((row) => row.id === id))].slice(0, candidates);
}

/** The record whose number was typed, which may be older than all others that have it within theirs. */
async function hitByNumber({ kind, at }: SeenKind, q: string) {
  const id = await idFromQuery(kind, q);
  const row = id === undefined ? undefined : await at?.({ id }).catch(() => undefined);
  return row && !row.deletedAt ? row : undefined;
}

/** Sorts results: titles that start with the search words first, then whole words; ties stay newest first. */
function ranked(hits: Hit[], words: string[]): Hit[] {
  const rank = ({ title, detail }: Hit) => {
    const text = fold(title);
    const starts = words.filter((word) => text.startsWith(word)).length;
    return 20 * wordRank(text, words) + 30 * starts + wordRank(fold(detail), words);
  };
  const ranks = new Map(hits.map((hit) => [hit, rank(hit)]));
  return [...hits].sort((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
}
