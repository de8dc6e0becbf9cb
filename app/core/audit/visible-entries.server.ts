import { and, eq, inArray, ne, or, type SQL } from "drizzle-orm";
import { journal } from "db/schema";
import { reachOf } from "~/core/access/access.server";
import { resourceOf, resources } from "~/core/resource/registry.server";
import type { Reader } from "~/core/list/reach.server";
import type { Resource } from "~/core/resource/resource.server";

/**
 * Condition for the journal entries that `me` may see; everything that reads the journal for a user must apply it. Of
 * kinds they may not see in full, users see only their own changes to their own records, such as their profile.
 */
export const whereEntriesVisible = (me: Reader): SQL | undefined => whereEntriesInReach(me, "view");

/**
 * Condition for the entries that `me` may undo: on records they may change, and their own changes to their own records.
 */
export const whereEntriesUndoable = (me: Reader): SQL | undefined => whereEntriesInReach(me, "change");

/** Whether `me` may see, or change, all records of a kind. */
export function reachesAll(me: Reader, entity: string, verb: "view" | "change"): boolean {
  const kind = resourceOf(entity);
  return kind !== undefined && reachOf(me, kind.permissions[verb]) === "all";
}

function whereEntriesInReach(me: Reader, verb: "view" | "change"): SQL | undefined {
  const there = resources().flatMap((kind) => {
    const isWhole = reachesAll(me, kind.entity, verb);
    return isWhole || kind.ownEntriesFilter
      ? { entity: kind.entity, isWhole, limit: whereEntriesOfKind(kind, me, isWhole) }
      : [];
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

function whereEntriesOfKind(
  { journalFilterFor, ownEntriesFilter }: Resource,
  me: Reader,
  isWhole: boolean,
): SQL | undefined {
  return and(isWhole ? undefined : and(eq(journal.byId, me.id), ownEntriesFilter?.(me)), journalFilterFor?.(me));
}
