/** Targets in this database of the menu's links with a sample id, such as `/users/3`. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { prepared } from "db";
import { type Access, reachOf } from "~/core/access/access.server";
import { resources } from "~/core/resource/registry.server";
import type { Resource } from "~/core/resource/resource.server";
import { navigation, type NavigationItem } from "./navigation";

type Sampled = Pick<Resource, "listing" | "table" | "newestBy">;

/**
 * Returns targets by menu link: the sample record, else the newest one, else the create page, else the list. Kinds of
 * record of which the user sees only their own are left out.
 */
export async function sampleLinks(me: Access): Promise<Record<string, string>> {
  samples ??= samplesIn(
    navigation.flatMap(({ items }) => items),
    resources(),
  );
  return resolveSamples(samples.filter(({ needs }) => reachOf(me, needs) === "all"));
}
let samples: Sample[] | undefined; // computed once, after all kinds are registered

type Sample = ReturnType<typeof samplesIn>[number];

/**
 * Returns the menu's entries with a sample id, such as `/users/3` at `/users/:id`, each with a function that finds its
 * record.
 */
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

/** Returns a function that finds the record with this id, or the newest if there is none. */
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
