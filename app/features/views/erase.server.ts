/** Erases or transfers the views of an erased person, and returns them for the download of their data. */
import { and, asc, eq, inArray, isNull, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction } from "db";
import { folded } from "db/compare";
import { fold } from "db/fold";
import { journal, pinnedViews, type SavedView, savedViews, users } from "db/schema";
import type { Reader } from "~/core/list/reach.server";
import { pick } from "~/core/values/pick";
import { newAct, system } from "~/core/resource/act.server";
import { erased } from "~/core/resource/erase.server";
import { chunks } from "~/core/values/chunks";
import { pinnedOf } from "./pins.server";
import { viewResource } from "./views.server";
import { whereOwnedBy } from "./visible.server";

/**
 * Transfers shared views that others pinned, and removes the others from the journal. Must run before the user's row
 * is deleted, which also deletes their views.
 */
export async function eraseFromViews(tx: Transaction, personId: number): Promise<void> {
  const theirs = await tx
    .select()
    .from(savedViews)
    .where(whereOwnedBy({ id: personId }));
  const gone: string[] = [];
  for (const view of theirs) {
    const heir = view.shared && !view.deletedAt ? await heirOf(tx, view) : undefined;
    if (heir === undefined) gone.push(String(view.id));
    else await viewResource.within.change(tx, newAct(system), view.id, { ownerId: heir });
  }
  for (const ids of chunks(gone, batchSize)) {
    const some = and(eq(journal.entity, viewResource.entity), inArray(journal.recordId, ids));
    await tx.update(journal).set({ label: erased, before: null, after: null, note: null }).where(some);
  }
}

/** Maximum views whose journal entries are changed per batch. */
const batchSize = 500;

/** Returns the user who pinned a view first and has no view of that name on its list. */
async function heirOf(tx: Transaction, { id, ownerId, path, name }: SavedView): Promise<number | undefined> {
  const others = alias(savedViews, "others");
  const twins = tx
    .select({ one: sql`1` })
    .from(others)
    .where(
      and(
        eq(others.ownerId, pinnedViews.userId),
        eq(others.path, path),
        eq(folded(others.name), fold(name)),
        isNull(others.deletedAt),
      ),
    );
  const [heir] = await tx
    .select({ id: pinnedViews.userId })
    .from(pinnedViews)
    .innerJoin(users, eq(users.id, pinnedViews.userId))
    .where(and(eq(pinnedViews.viewId, id), ne(pinnedViews.userId, ownerId), isNull(users.deletedAt), notExists(twins)))
    .orderBy(asc(pinnedViews.createdAt))
    .limit(1);
  return heir?.id;
}

/** Returns the user's saved views and the names of their pinned ones, for the download of their data. */
export async function savedBy(me: Reader) {
  const saved = await db
    .select()
    .from(savedViews)
    .where(and(whereOwnedBy(me), isNull(savedViews.deletedAt)))
    .orderBy(asc(savedViews.id));
  const told = (view: SavedView) => pick(view, "name", "path", "search", "shared", "createdAt");
  return { saved: saved.map(told), pinned: (await pinnedOf(me)).map(({ name }) => name) };
}
