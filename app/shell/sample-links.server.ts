/** Where the menu's links with a sample id lead, such as `/users/3`, in this database. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { prepared } from "db";
import { type Access, reachOf } from "~/core/access/access.server";
import { resources } from "~/core/resource/registry.server";
import type { Resource } from "~/core/resource/resource.server";
import { navigation, type NavigationItem } from "./navigation";

type Sampled = Pick<Resource, "listing" | "table" | "newestBy">;

/**
 * By the link in the menu: the sample itself, else the newest record, else where one is created, else the list. Without
 * those to records of which a person sees only their own.
 */
export async function sampleLinks(me: Access): Promise<Record<string, string>> {
  samples ??= samplesIn(
    navigation.flatMap(({ items }) => items),
    resources(),
  );
  return resolveSamples(samples.filter(({ needs }) => reachOf(me, needs) === "all"));
}
let samples: Sample[] | undefined; // found once, and not before all kinds are there

type Sample = ReturnType<typeof samplesIn>[number];

/** The menu's entries with a sample id, such as `/users/3` at `/users/:id`, each with how its record is found. */
export function samplesIn(items: Pick<NavigationItem, "children">[], kinds: Sampled[]) {
  return items.flatMap(({ children }) =>
    children.flatMap(({ route, needs, at = "" }) => {
      const kind = kinds.find(({ listing }) => `${at}/`.startsWith(`${listing.path}/:id/`));
      const id = route.split("/")[at.split("/").indexOf(":id")];
      if (!kind || !id) return [];
      const create = `${kind.listing.path}/create`;
      const otherwise = children.some((child) => child.route === create) ? create : kind.listing.path;
      return [{ route, needs, at, id, otherwise, find: finder(kind) }];
    }),
  );
}

export async function resolveSamples(samples: Sample[]): Promise<Record<string, string>> {
  const links = samples.map(async ({ route, at, id, otherwise, find }) => {
    const found = await find(id);
    return [route, found ? at.replace(":id", String(found.id)) : otherwise];
  });
  return Object.fromEntries(await Promise.all(links)) as Record<string, string>;
}

/** Finds this id, or the newest when there is no such record. */
function finder({ table, newestBy }: Sampled) {
  const there = isNull(table.deletedAt);
  const asked = prepared((db) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, sql.placeholder("id")), there))
      .prepare(),
  );
  const newest = prepared((db) =>
    db.select({ id: table.id }).from(table).where(there).orderBy(desc(newestBy)).limit(1).prepare(),
  );
  return async (id: string) => {
    const [found] = await asked({ id });
    return found ?? (await newest({}))[0];
  };
}
