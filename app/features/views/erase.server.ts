/** What becomes of the views of a person who is erased, and what a person takes along of them. */
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
import { ownedBy } from "./visible.server";

/**
 * What others use of a person's views passes on to them; the rest goes with the person, and the journal forgets what it
 * was called and what it showed. Before the person's row goes, which takes its views along.
 */
export async function eraseFromViews(tx: Transaction, personId: number): Promise<void> {
  const theirs = await tx
    .select()
    .from(savedViews)
    .where(ownedBy({ id: personId }));
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

/** Views whose entries in the journal are changed at once. */
const batchSize = 500;

/** Who pinned a view first and has none of that name on its list. */
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

/** For the download of a person's data: the views that they saved, and those in their menu. */
export async function savedBy(me: Reader) {
  const saved = await db
    .select()
    .from(savedViews)
    .where(and(ownedBy(me), isNull(savedViews.deletedAt)))
    .orderBy(asc(savedViews.id));
  const told = (view: SavedView) => pick(view, "name", "path", "search", "shared", "createdAt");
  return { saved: saved.map(told), pinned: (await pinnedOf(me)).map(({ name }) => name) };
}
