/**
 * An act is one line of all that happened where it is one thing to people: who opens a ticket writes its first message,
 * and who answers may set its status. Kinds of record say by `toldWith` on whose lines theirs are told.
 */
import { aliasedTable, and, eq, exists, inArray, not, or, type SQL } from "drizzle-orm";
import { db } from "db";
import { journal, type JournalEntry } from "db/schema";
import { parseListQuery } from "~/core/list/list-query.server";
import type { Listing } from "~/core/list/listing.server";
import { likely } from "~/core/list/matching.server";
import type { Reader } from "~/core/list/reach.server";
import { resources } from "~/core/resource/registry.server";
import { entriesFor } from "./visible-entries.server";

/** What an act leaves whole: its day, and who did it. */
const wide = new Set(["from", "to", "person"]);

/** The list without what is told on another line; unless it is narrowed to what only one of both may be. */
export function inOneLine(listing: Listing<typeof journal>, search: URLSearchParams): Listing<typeof journal> {
  const { q, filters } = parseListQuery(listing, search);
  const isNarrow = q !== "" || Object.keys(filters).some((name) => !wide.has(name));
  const told = isNarrow ? undefined : toldElsewhere();
  return told ? { ...listing, scope: and(listing.scope, likely(not(told))) } : listing;
}

const kinds = () => resources().flatMap(({ entity, noun, toldWith }) => (toldWith ? [{ entity, noun, toldWith }] : []));

function toldElsewhere(): SQL | undefined {
  const other = aliasedTable(journal, "other");
  const onLineOf = (entity: string) =>
    exists(
      db
        .select({ id: other.id })
        .from(other)
        .where(and(eq(other.batch, journal.batch), eq(other.entity, entity))),
    );
  return or(...kinds().map(({ entity, toldWith }) => and(isPart(entity), onLineOf(toldWith))));
}

/** What is changed is told by itself: many messages move when tickets are merged. */
const isPart = (entity: string) =>
  and(eq(journal.entity, entity), inArray(journal.action, ["created", "deleted", "restored"]));

/** What else is told on the lines of these entries, such as "with a message", by the number of the entry. */
export async function toldOnLines(me: Reader, lines: JournalEntry[]): Promise<Map<number, string>> {
  const among = (toldWith: string) => lines.filter(({ entity }) => entity === toldWith);
  const found = await Promise.all(
    kinds().map(async ({ entity, noun, toldWith }) => {
      const batches = among(toldWith).map(({ batch }) => batch);
      if (batches.length === 0) return [];
      const parts = await db
        .select({ id: journal.id, batch: journal.batch, action: journal.action })
        .from(journal)
        .where(and(inArray(journal.batch, batches), isPart(entity), entriesFor(me)));
      return among(toldWith).flatMap(({ id, batch }): [number, string][] => {
        const part = parts.find((one) => one.batch === batch && !lines.some((line) => line.id === one.id));
        return part ? [[id, `${part.action === "created" ? "with" : "and"} a ${noun.one}`]] : [];
      });
    }),
  );
  return new Map(found.flat());
}
