/** Targets in this database of the menu's links with a sample id, such as `/users/3`. */
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type BuiltQuery, buildQuery, getBuilt } from "db";
import { type Access, reachOf } from "~/core/access/access.server";
import { resources } from "~/core/resource/registry.server";
import type { Resource } from "~/core/resource/resource.server";
import { navigation, type NavigationItem } from "./navigation";

type Sampled = Pick<Resource, "listing" | "table" | "newestBy">;

/**
 * Returns targets by menu link: the sample record, else the newest one, else the create page, else the list. Kinds of
 * record of which the user sees only their own are left out.
 */
export function sampleLinks(me: Access): Record<string, string> {
  samples ??= samplesIn(
    navigation.flatMap(({ items }) => items),
    resources(),
  );
  const links = resolveSamples(samples);
  return Object.fromEntries(
    samples.filter(({ needs }) => reachOf(me, needs) === "all").map(({ route }) => [route, links[route]!]),
  );
}
let samples: Sample[] | undefined; // computed once, after all kinds are registered

type Sample = ReturnType<typeof samplesIn>[number];

/**
 * Returns the menu's entries with a sample id, such as `/users/3` at `/users/:id`, each with the SQL of the id that it
 * leads to.
 */
export function samplesIn(items: Pick<NavigationItem, "children">[], kinds: Sampled[]) {
  return items.flatMap(({ children }) =>
    children.flatMap(({ route, needs, at = "" }) => {
      const kind = kinds.find(({ listing }) => `${at}/`.startsWith(`${listing.path}/:id/`));
      const id = route.split("/")[at.split("/").indexOf(":id")];
      if (!kind || !id) return [];
      const create = `${kind.listing.path}/create`;
      const otherwise = children.some((child) => child.route === create) ? create : kind.listing.path;
      return [{ route, needs, at, otherwise, target: targetOf(kind, id) }];
    }),
  );
}

/** Returns the address of each sample, all read in one statement. */
export function resolveSamples(samples: Sample[]): Record<string, string> {
  if (samples.length === 0) return {};
  const query = queries.get(samples) ?? idsOf(samples);
  queries.set(samples, query);
  const ids = getBuilt<Record<string, number | string | null>>(query);
  return Object.fromEntries(
    samples.map(({ route, at, otherwise }, index) => {
      const id = ids[`s${index}`];
      return [route, id === null || id === undefined ? otherwise : at.replace(":id", String(id))];
    }),
  );
}

const queries = new WeakMap<Sample[], BuiltQuery>();

function idsOf(samples: Sample[]): BuiltQuery {
  const columns = samples.map(({ target }, at) => sql`${target} as ${sql.identifier(`s${at}`)}`);
  return buildQuery(sql`select ${sql.join(columns, sql`, `)}`);
}

/** Returns the SQL of the id of the record with this id, or of the newest if there is none. */
function targetOf({ table, newestBy }: Sampled, id: string): SQL {
  const isLive = isNull(table.deletedAt);
  const own = sql`(select ${table.id} from ${table} where ${and(eq(table.id, id), isLive)})`;
  return sql`coalesce(${own}, (select ${table.id} from ${table} where ${isLive} order by ${desc(newestBy)} limit 1))`;
}
