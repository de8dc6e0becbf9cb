import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { journal, type SavedView, savedViews, type User } from "db/schema";
import type { Reader } from "~/core/list/reach.server";
import { closedFilters, pathsFor, wholePathsFor } from "./lists.server";

export const whereOwnedBy = ({ id }: Pick<User, "id">): SQL => eq(savedViews.ownerId, id);

/**
 * Condition for views shared with the user, including trashed ones that were: on lists that they may see completely
 * and filter in the same way.
 */
export const whereSharedWith = (me: Reader): SQL | undefined =>
  and(
    eq(savedViews.shared, true),
    inArray(savedViews.path, wholePathsFor(me)),
    ...closedFilters(me).map(({ path, name }) =>
      or(ne(savedViews.path, path), sql`instr('&' || ${savedViews.search}, ${`&${name}=`}) = 0`),
    ),
  );

type Visible = Pick<SavedView, "ownerId" | "shared" | "path" | "search">;

/** Returns a function that tells whether the user may see a view: their own, and those by `whereSharedWith`. */
export function visibleTo(me: Reader): (view: Visible) => boolean {
  const [paths, closed] = [wholePathsFor(me), closedFilters(me)];
  const isClosed = ({ path, search }: Visible) =>
    closed.some((filter) => filter.path === path && new URLSearchParams(search).has(filter.name));
  return (view) => view.ownerId === me.id || (view.shared && paths.includes(view.path) && !isClosed(view));
}

/**
 * SQL condition for journal entries about views that the user may see: on own views since they own them, on shared
 * ones since they were shared. What a view was while private stays hidden, so the entry that shares it counts only if
 * it changes nothing else.
 */
export function wherePastVisible(me: Reader): SQL {
  const saysMore = sql`(json_remove(coalesce(${journal.before}, '{}'), '$.shared') <> '{}')`;
  const ofOwn = and(
    whereOwnedBy(me),
    inArray(savedViews.path, pathsFor(me)),
    sql`${journal.id} >= coalesce(${latest("ownerId")}, 0)`,
  );
  const ofOthers = and(whereSharedWith(me), sql`${journal.id} >= ${latest("shared")} + ${saysMore}`);
  return sql`exists (select 1 from ${savedViews} where ${savedViews.id} = cast(${journal.recordId} as integer) and ${or(ofOwn, ofOthers)})`;
}

/** Id of the view's last journal entry that set this column. */
const latest = (column: "shared" | "ownerId") =>
  sql`(select max(past.id) from ${journal} past where past.entity = ${journal.entity} and past.record_id = ${journal.recordId} and json_extract(past.after, ${`$.${column}`}) is not null)`;
