/** How a person's own files stand. */
import { sql } from "drizzle-orm";
import { db } from "db";
import { type Import, journal, type User } from "db/schema";
import { only } from "~/lib/only";
import { goingOn, summary } from "./import-runs.server";
import { importerFor } from "./importers.server";
import { beingRead, importsOf } from "./imports.server";

/** `unfinished`: it was not read to its end, and never will be. `nothing`: it was tried, and no row of it can be brought in. `partly`: some of what it did was taken back. */
export type Standing = "running" | "reading" | "unfinished" | "read" | "tried" | "nothing" | "done" | "partly" | "undone";

/** The files of a person that are kept, the latest first: what each is, how it stands, and where it is. */
export async function ownImports(me: Pick<User, "id">) {
  const files = await importsOf(me.id);
  return files.map((file) => ({ ...only(file, "id", "name", "rows", "createdAt"), ...about(file), standing: standingOf(me, file), href: isTried(file) ? `/import/${file.id}/rows` : `/import/${file.id}` }));
}

const isTried = ({ state }: Import) => state !== "reading" && state !== "read";

export type OwnImport = Awaited<ReturnType<typeof ownImports>>[number];

function about(file: Import) {
  const importer = importerFor(file.entity);
  return { noun: importer.noun, came: isTried(file) ? summary(importer, file) : "", refused: file.refused };
}

export function standingOf(me: Pick<User, "id">, file: Import): Standing {
  if (goingOn(me, file)) return "running";
  if (file.state === "reading") return beingRead.has(file.id) ? "reading" : "unfinished";
  if (file.state === "tried") return file.creates + file.changes === 0 ? "nothing" : "tried";
  if (file.state === "read" || file.batch === null) return file.state;
  const { all, undone } = undoneOf(file.batch);
  return undone === 0 ? "done" : undone < all ? "partly" : "undone";
}

/** How many entries an act has, and how many of them are taken back: those of its undos, without those that undid them, and so on. */
function undoneOf(batch: string): { all: number; undone: number } {
  const undone = sql`
    with recursive undo(batch, sign) as (
      select distinct batch, 1 from ${journal} where undoes = ${batch}
      union select ${journal}.batch, -sign from undo join ${journal} on ${journal}.undoes = undo.batch
    )
    select coalesce(sum(sign * (select count(*) from ${journal} where ${journal}.batch = undo.batch)), 0) from undo`;
  const [found] = db.all<{ all: number; undone: number }>(sql`select (select count(*) from ${journal} where batch = ${batch}) as "all", (${undone}) as undone`);
  return found ?? { all: 0, undone: 0 };
}
