/** Saved views: lists with filters and sort order under a name, private or shared with all. */
import { and, asc, eq, isNull, ne, not, or, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { folded } from "db/compare";
import { pinnedViews, type SavedView, savedViews, type User, users } from "db/schema";
import { fold } from "db/fold";
import { holdsCard } from "~/core/values/cards";
import type { Columns } from "~/core/list/export.server";
import type { ChoiceRule, Listing } from "~/core/list/listing.server";
import type { Reader } from "~/core/list/reach.server";
import { notFound } from "~/core/http/respond.server";
import { type Act, type Actor, actToCreate, RuleViolation } from "~/core/resource/act.server";
import type { Id, Resource } from "~/core/resource/resource.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { viewFields, viewNoun } from "./fields";
import { listTitles } from "./lists.server";
import { pin } from "./pins.server";
import { whereOwnedBy, wherePastVisible, whereSharedWith } from "./visible.server";

type Viewer = Pick<User, "id">;

const ofEverybody = defineResource({
  table: savedViews,
  entity: "views",
  noun: viewNoun,
  fields: viewFields,
  permissions: { view: "views", change: "views" },
  list: {
    path: "/views",
    filters: {
      shared: {
        label: "Sharing",
        options: [
          { value: "no", title: "Private" },
          { value: "yes", title: "Shared" },
        ],
        by: (value) => eq(savedViews.shared, value === "yes"),
      },
    },
    sort: "name",
    create: "Save a view",
    listingFor: listingOf,
    columns: {
      id: (view) => view.id,
      name: (view) => view.name,
      list: (view) => view.path,
      search: (view) => view.search,
      shared: (view) => (view.shared ? "yes" : "no"),
      owner: (view) => view.owner,
      created: (view) => view.createdAt,
    } satisfies Columns<SavedView & { owner: string }>,
    complete: async (views) => {
      const owners = await ownersOf(views);
      return views.map((view) => ({ ...view, owner: owners.get(view.ownerId) ?? "" }));
    },
    isUnsaved: true,
  },
  readableValues: { shared: (seen) => (seen ? "Everybody" : "Only its owner") },
  label: (view) => `View “${view.name}”`,
  check: async (tx, { before, after }) => {
    if (before?.search !== after.search && [...new URLSearchParams(after.search).values()].some(holdsCard))
      throw new RuleViolation({
        "": "This list is searched by the number of a payment card, so it cannot be saved. Search by its last four digits at most.",
      });
    if (!after.deletedAt) await refuseTwice(tx, after);
  },
  skipInBulk: ({ ownerId }, { by }) => (by.id === ownerId ? undefined : "Only who saved it can delete or restore it."),
  refusesUndo: ({ ownerId }, _, by) => by !== undefined && by.id !== ownerId,
  journalFilterFor: (me) => wherePastVisible(me),
});

/** Throws `RuleViolation` if the owner has another view of that name on the list. */
async function refuseTwice(
  tx: Transaction,
  { id, ownerId, path, name }: Pick<SavedView, "ownerId" | "path" | "name"> & { id?: number },
) {
  const others = and(
    eq(savedViews.ownerId, ownerId),
    eq(savedViews.path, path),
    isNull(savedViews.deletedAt),
    id === undefined ? undefined : ne(savedViews.id, id),
  );
  const [twin] = await tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(others, eq(folded(savedViews.name), fold(name))))
    .limit(1);
  if (twin)
    throw new RuleViolation({ name: "You have a view of this list with that name already. Choose another name." });
}

/** The resource of saved views. `viewsOf` limits it to what a user may see and do. */
export const viewResource = {
  ...ofEverybody,
  /** A view is changed by its owner alone, and so is a change taken back. */
  undo: async (tx: Transaction, act: Act, entry: Parameters<Resource["undo"]>[2]) => {
    const view = await ofEverybody.within.find(tx, Number(entry.recordId));
    if (view && act.by.id !== view.ownerId)
      throw new RuleViolation({ "": "Only who saved a view can take back what was changed of it." });
    return ofEverybody.undo(tx, act, entry);
  },
  asSeenBy: viewsOf,
};

/** The resource limited to a user: private views of others are excluded, and shared ones are read-only. */
export function viewsOf(me: Reader) {
  const listing = listingOf(me);
  return {
    ...ofEverybody.limitedTo(listing),
    listing,
    undo: viewResource.undo,
    trash: async (by: Actor, ids: Id[]) => ofEverybody.unrestricted.trash(by, await owned(me, ids)),
    restore: async (by: Actor, ids: Id[]) => ofEverybody.unrestricted.restore(by, await owned(me, ids)),
  };
}

/** Returns the list of the views that a user may see, with the filters that depend on the user. */
function listingOf(me: Reader): Listing<typeof savedViews> {
  const isPinned = sql`exists (select 1 from ${pinnedViews} where ${pinnedViews.viewId} = ${savedViews.id} and ${pinnedViews.userId} = ${me.id})`;
  const pinned: ChoiceRule = {
    label: "Pinning",
    options: [
      { value: "yes", title: "Pinned" },
      { value: "no", title: "Not pinned" },
    ],
    by: (value) => (value === "yes" ? isPinned : not(isPinned)),
  };
  const list: ChoiceRule = { label: viewFields.path.label, options: listTitles(me), by: savedViews.path };
  return {
    ...ofEverybody.listing,
    filters: { list, ...ofEverybody.listing.filters, pinned },
    scope: or(whereOwnedBy(me), and(whereSharedWith(me), isNull(savedViews.deletedAt))),
  };
}

/** Returns the ids of the views that the user owns. */
async function owned(me: Viewer, ids: Id[]): Promise<number[]> {
  const wanted = new Set(ids.map(Number));
  const own = await db.select({ id: savedViews.id }).from(savedViews).where(whereOwnedBy(me));
  return own.flatMap(({ id }) => (wanted.has(id) ? [id] : []));
}

/**
 * Returns a view that the user owns, even in the trash. Throws a 404 response otherwise, also for shared views of
 * others.
 */
export async function ownView(me: Reader, params: { id?: string }): Promise<SavedView> {
  const view = await viewResource.at(me, params);
  return view.ownerId === me.id ? view : notFound(viewResource.absent);
}

/** Returns the user's own views of a list, by name. */
export const ownViews = (me: Viewer, path: string): Promise<SavedView[]> =>
  db
    .select()
    .from(savedViews)
    .where(and(whereOwnedBy(me), eq(savedViews.path, path), isNull(savedViews.deletedAt)))
    .orderBy(asc(savedViews.name), asc(savedViews.id));

interface NewView extends Pick<SavedView, "name" | "path" | "search" | "shared"> {
  pinned?: boolean;
}

/** Saves a view and optionally pins it. A repeated one-time `key` returns the existing view. */
export function saveView(me: Actor & Viewer, { pinned, ...values }: NewView, key?: string) {
  return actToCreate<SavedView>(me, async (tx, act) => {
    const view = await ofEverybody.within.create(tx, act, { ...values, ownerId: me.id }, key);
    if (pinned) await pin(tx, me, view.id);
    return view;
  });
}

/** Returns the names of the owners by user id, including users in the trash. */
export async function ownersOf(views: Pick<SavedView, "ownerId">[]): Promise<Map<number, string>> {
  const ids = [...new Set(views.map(({ ownerId }) => ownerId))];
  const found = ids.length
    ? await db
        .select({ id: users.id, name: users.name })
        .from(users)
        .where(sql`${users.id} in ${ids}`)
    : [];
  return new Map(found.map(({ id, name }) => [id, name]));
}
