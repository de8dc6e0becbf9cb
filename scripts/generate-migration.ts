/**
 * `npm run db:generate -- --name company`: writes the migration that a change of `db/schema` takes, and of what lists
 * search: the index of all that is searched is made of the fields, see `app/core/list/searched-table.server.ts`.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "db/migrations");
const temporary = mkdtempSync(join(tmpdir(), "portico-migration-"));
process.env.DATA_DIR = temporary;
const named = process.argv.slice(2);
const breakpoint = "--> statement-breakpoint\n";

const written = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
const generate = (...more: string[]) =>
  execFileSync(process.execPath, [join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", ...more], {
    cwd: root,
    stdio: "inherit",
  });

try {
  const before = written();
  generate(...named);
  const statements = await searchStatements();
  if (statements.length > 0) {
    const isAlone = written().length === before.length;
    if (isAlone) generate("--custom", ...(named.length > 0 ? named : ["--name", "search"]));
    const newest = join(folder, written().at(-1) ?? "");
    const text = statements.map((sql) => `${sql};\n`).join(breakpoint);
    if (isAlone) writeFileSync(newest, text);
    else appendFileSync(newest, `\n${breakpoint}${text}`);
    console.log(`What is searched was added to ${newest}.`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** What brings the index of a database that has all migrations in line with the lists. */
async function searchStatements(): Promise<string[]> {
  const { config } = await import("config");
  const [{ migrateDatabase }, { openWriter }, { searchMigration, searchObjects }, { resources }, { searchedTable }] =
    await Promise.all([
      import("db/migrate"),
      import("db/connection"),
      import("db/search"),
      import("~/core/resource/registry.server"),
      import("~/core/list/searched-table.server"),
      import("~/resources.server"),
    ]);
  migrateDatabase(config.databaseFile);
  const connection = openWriter(config.databaseFile);
  const made = connection.prepare("select sql from sqlite_master").pluck().all();
  connection.close();
  return resources().flatMap(({ listing }) => {
    const kind = listing.index?.kind;
    if (!kind) return [];
    const searched = searchedTable(listing);
    const isMade = Object.values(searchObjects(kind, searched)).every((sql) => made.includes(sql));
    return isMade ? [] : searchMigration(kind, searched);
  });
}
