/** Status of a user's own imports. */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { db } from "db";
import { backgroundJobs, type Import, type User } from "db/schema";
import { undoneOf } from "~/core/resource/undone-entries.server";
import { pick } from "~/core/values/pick";
import type { Reader } from "~/core/list/reach.server";
import { runningImport, summary } from "./import-jobs.server";
import { importerFor } from "./importers.server";
import { beingRead, importsOf, mayImport } from "./imports.server";

/**
 * Standing of an import. `unfinished`: reading was interrupted for good; `stopped`: the import failed and is not
 * undone yet; `nothing`: no row can be imported; `partly`: some of its changes were undone.
 */
export type Standing =
  "running" | "stopped" | "reading" | "unfinished" | "read" | "tried" | "nothing" | "done" | "partly" | "undone";

/** Returns a user's imports, newest first, with status and URL. */
export async function ownImports(me: Reader) {
  const files = (await importsOf(me.id)).filter((file) => mayImport(me, file));
  const stand = async (file: Import) => ({
    ...pick(file, "id", "name", "rows", "createdAt"),
    ...importKey(file),
    standing: await standingOf(me, file),
    href: isTried(file) ? `/import/${file.id}/rows` : `/import/${file.id}`,
  });
  return Promise.all(files.map(stand));
}

const isTried = ({ state }: Import) => state !== "reading" && state !== "read";

export type OwnImport = Awaited<ReturnType<typeof ownImports>>[number];

function importKey(file: Import) {
  const importer = importerFor(file.entity);
  return { noun: importer.noun, came: isTried(file) ? summary(importer, file) : "", refused: file.refused };
}

/**
 * Returns the message of the file's last job if it failed or was interrupted; undefined once a later one has succeeded.
 */
export async function lastFailureOf(me: Pick<User, "id">, { id }: Pick<Import, "id">): Promise<string | undefined> {
  const [last] = await db
    .select({ end: backgroundJobs.end })
    .from(backgroundJobs)
    .where(
      and(eq(backgroundJobs.personId, me.id), inArray(backgroundJobs.back, [`/import/${id}`, `/import/${id}/rows`])),
    )
    .orderBy(desc(sql`coalesce(${backgroundJobs.endedAt}, ${backgroundJobs.createdAt})`))
    .limit(1);
  return last?.end?.tone === "error" ? last.end.text : undefined;
}

export async function standingOf(me: Pick<User, "id">, file: Import): Promise<Standing> {
  if (runningImport(me, file)) return "running";
  if (file.state === "reading") return beingRead.has(file.id) ? "reading" : "unfinished";
  if (file.state === "tried") return file.creates + file.changes === 0 ? "nothing" : "tried";
  if (file.state === "importing") return "stopped";
  if (file.state === "read" || file.batch === null) return file.state;
  const { all, undone } = await undoneOf(file.batch);
  return undone === 0 ? "done" : undone < all ? "partly" : "undone";
}
