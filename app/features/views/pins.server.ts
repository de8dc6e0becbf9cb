/** The pinned views of each user, in order. As a personal preference they are not written to the journal. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { prepared, type Transaction, write } from "db";
import { pinnedViews, type SavedView, savedViews, type User } from "db/schema";
import { RuleViolation } from "~/core/resource/act.server";
import type { Reader } from "~/core/list/reach.server";
import { maxPinned } from "./limits";
import { visibleTo } from "./visible.server";

type Viewer = Pick<User, "id">;

const wherePinnedBy = ({ id }: Viewer) => eq(pinnedViews.userId, id);
const whereSamePin = (me: Viewer, viewId: number) => and(wherePinnedBy(me), eq(pinnedViews.viewId, viewId));

const pinned = prepared((db) =>
  db
    .select({ view: savedViews })
    .from(pinnedViews)
    .innerJoin(savedViews, eq(savedViews.id, pinnedViews.viewId))
    .where(and(eq(pinnedViews.userId, sql.placeholder("me")), isNull(savedViews.deletedAt)))
    .orderBy(asc(pinnedViews.createdAt), asc(pinnedViews.viewId))
    .prepare(),
);

/** Returns the user's pinned views in order, without deleted or no longer shared ones. */
export const pinnedOf = async (me: Reader): Promise<SavedView[]> =>
  (await pinned({ me: me.id })).map(({ view }) => view).filter(visibleTo(me));

/** Pins a view at the end of the user's menu. Throws `RuleViolation` if the menu is full. */
export async function pin(tx: Transaction, me: Viewer, viewId: number): Promise<void> {
  const pins = await tx
    .select({ viewId: pinnedViews.viewId, at: pinnedViews.createdAt })
    .from(pinnedViews)
    .where(wherePinnedBy(me));
  if (pins.some((pinned) => pinned.viewId === viewId)) return;
  if (pins.length >= maxPinned)
    throw new RuleViolation({ pinned: `Your menu holds ${maxPinned} views. Unpin one of them first.` });
  const last = Math.max(0, ...pins.map(({ at }) => at.getTime()));
  await tx.insert(pinnedViews).values({ userId: me.id, viewId, createdAt: new Date(Math.max(Date.now(), last + 1)) });
}

/** Pins or unpins a view. Returns why not, as a sentence. */
export async function setPinned(me: Viewer, viewId: number, pinned: boolean): Promise<string | undefined> {
  try {
    await write(
      async (tx) =>
        void (pinned ? await pin(tx, me, viewId) : await tx.delete(pinnedViews).where(whereSamePin(me, viewId))),
    );
  } catch (error) {
    if (error instanceof RuleViolation) return error.message;
    throw error;
  }
}

/** Moves a pinned view up or down. Returns false if it is at the end already or not pinned. */
export async function movePin(me: Reader, viewId: number, direction: "up" | "down"): Promise<boolean> {
  const shown = (await pinnedOf(me)).map(({ id }) => id);
  const from = shown.indexOf(viewId);
  const other = shown[from + (direction === "up" ? -1 : 1)];
  if (from < 0 || other === undefined) return false;
  return write(async (tx) => {
    const both = await tx
      .select()
      .from(pinnedViews)
      .where(and(wherePinnedBy(me), inArray(pinnedViews.viewId, [viewId, other])));
    const [first, second] = both;
    if (!first || !second) return false; // unpinned meanwhile
    await tx.update(pinnedViews).set({ createdAt: second.createdAt }).where(whereSamePin(me, first.viewId));
    await tx.update(pinnedViews).set({ createdAt: first.createdAt }).where(whereSamePin(me, second.viewId));
    return true;
  });
}
