import { and, eq, inArray, ne, or, type SQL } from "drizzle-orm";
import { journal } from "db/schema";
import { isRecordKind, permissionFor, reachOf } from "~/core/access/access.server";
import { resources } from "~/core/resource/registry.server";
import type { Reader } from "~/core/list/reach.server";
import type { Resource } from "~/core/resource/resource.server";

/**
 * The entries that somebody may see, as a condition. Whatever reads the journal for people reads it by this: what a
 * kind of record keeps from them is not there for them, neither to be read nor to be taken back. Of kinds that they may
 * not see, or not all of, they see what they did themselves to what is their own, such as their profile.
 */
export const entriesFor = (me: Reader): SQL | undefined => entriesInReach(me, "view");

/**
 * The entries that somebody may take back: of what they may change, and what they did themselves to what is their own.
 */
export const undoableBy = (me: Reader): SQL | undefined => entriesInReach(me, "change");

/** Whether somebody may see, or change, all records of a kind. */
export const reachesAll = (me: Reader, entity: string, verb: "view" | "change") =>
  isRecordKind(entity) && reachOf(me, permissionFor(entity, verb)) === "all";

function entriesInReach(me: Reader, verb: "view" | "change"): SQL | undefined {
  const there = resources().flatMap((kind) => {
    const isWhole = reachesAll(me, kind.entity, verb);
    return isWhole || kind.ownEntriesFilter ? { entity: kind.entity, isWhole, limit: limitOf(kind, me, isWhole) } : [];
  });
  const isEverything = there.length === resources().length && there.every(({ isWhole }) => isWhole);
  const limits = there.flatMap(({ entity, limit }) => (limit ? or(ne(journal.entity, entity), limit) : []));
  return and(
    isEverything
      ? undefined
      : inArray(
          journal.entity,
          there.map(({ entity }) => entity),
        ),
    ...limits,
  );
}

function limitOf({ journalFilterFor, ownEntriesFilter }: Resource, me: Reader, isWhole: boolean): SQL | undefined {
  return and(isWhole ? undefined : and(eq(journal.byId, me.id), ownEntriesFilter?.(me)), journalFilterFor?.(me));
}
