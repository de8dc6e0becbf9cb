/** The saved views for a page: those in the user's menu, and those of the page's list. */
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { prepared } from "db";
import { type SavedView, savedViews } from "db/schema";
import { may } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import type { ListViews } from "~/ui/list/screen/saved-views";
import { countsOf } from "./counts.server";
import { canonical, hrefOf, listAt, type SavedList } from "./lists.server";
import { pinnedOf } from "./pins.server";
import { ownersOf } from "./views.server";
import { visibleTo } from "./visible.server";

/** Maximum views offered in a list's menu, own and shared each; `/views` lists all. */
const maxOffered = 20;

/** Returns the pinned views for the menu, and the saved views of the requested list. */
export async function viewsAround(me: Reader, request: Request) {
  if (!may(me, "views")) return { pinned: [], list: undefined };
  const { pathname, searchParams } = new URL(request.url);
  const list =
    searchParams.get("trash") === "1" ? undefined : listAt(me, pathname.toLowerCase().replace(/(.)\/+$/, "$1"));
  const here = list && hrefOf(list, canonical(list, searchParams));
  const pinned = await pinnedOf(me);
  return {
    pinned: await menuViews(me, pinned, here),
    list: list && (await ofList(me, list, { here, searchParams, pinned })),
  };
}

/** Returns the row counts of the pinned views, by view id. */
export const pinnedCounts = async (me: Reader) => countsOf(me, await pinnedOf(me));

async function menuViews(me: Reader, pinned: SavedView[], here: string | undefined) {
  const counts = await countsOf(me, pinned);
  return pinned.flatMap(({ id, name, path, search }) => {
    const list = listAt(me, path);
    if (!list) return []; // a list that is there no longer
    const href = hrefOf(list, canonical(list, search));
    return [{ id, name, list: list.title, href, count: counts[id], current: href === here }];
  });
}

interface Place {
  here: string | undefined;
  searchParams: URLSearchParams;
  pinned: SavedView[];
}

/** The user's own views of a list, and all shared ones. */
const viewsOfList = prepared((db) =>
  db
    .select()
    .from(savedViews)
    .where(
      and(
        eq(savedViews.path, sql.placeholder("path")),
        isNull(savedViews.deletedAt),
        or(eq(savedViews.ownerId, sql.placeholder("me")), eq(savedViews.shared, true)),
      ),
    )
    .orderBy(asc(savedViews.name), asc(savedViews.id))
    .prepare(),
);

async function ofList(me: Reader, list: SavedList, { here, searchParams, pinned }: Place): Promise<ListViews> {
  const { path } = list.listing;
  const found = (await viewsOfList({ path, me: me.id })).filter(visibleTo(me));
  const own = found.filter(({ ownerId }) => ownerId === me.id).slice(0, maxOffered);
  const shared = found.filter(({ ownerId }) => ownerId !== me.id).slice(0, maxOffered);
  const isCut = own.length + shared.length < found.length;
  const owners = await ownersOf(shared);
  const views = [...own, ...shared].map(({ id, ownerId, name, search }) => {
    const href = hrefOf(list, canonical(list, search));
    return {
      id,
      name,
      href,
      by: ownerId === me.id ? undefined : owners.get(ownerId),
      pinned: pinned.some((one) => one.id === id),
      current: href === here,
    };
  });
  return {
    path,
    views,
    all: isCut ? { count: found.length, href: `/views?${new URLSearchParams({ list: path }).toString()}` } : undefined,
    save: `/views/create?${new URLSearchParams({ path, search: canonical(list, searchParams) }).toString()}`,
  };
}
