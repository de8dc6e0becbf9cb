/**
 * `npm run db:generate -- --name company`: generates the migration for changes of `db/schema`, of the fields that lists
 * search, which define the search index (`app/core/list/searched-table.server.ts`), of `db/payment-triggers.ts` and of
 * `db/invoice-totals.ts`.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runScript } from "./run-script";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "db/migrations");
const breakpoint = "--> statement-breakpoint\n";

await runScript(async (args) => {
  const [option, name = "", ...more] = args;
  if (option !== "--name" || !/^[a-z\d][a-z\d_-]*$/.test(name) || more.length > 0)
    throw new Error("Name the migration after what it changes: npm run db:generate -- --name company");
  const temporary = mkdtempSync(join(tmpdir(), "portico-migration-"));
  process.env.DATA_DIR = temporary;
  try {
    return await writeMigration(name);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});

/** Generates the migration and returns lines to print in addition to drizzle-kit's output. */
async function writeMigration(name: string): Promise<string[]> {
  const before = migrationFiles();
  runDrizzleKit("--name", name);
  const statements = await generatedStatements();
  const isAlone = migrationFiles().length === before.length;
  if (isAlone && statements.length > 0) runDrizzleKit("--custom", "--name", name);
  removeOldSnapshots();
  if (statements.length === 0) return [];
  const newest = join(folder, migrationFiles().at(-1) ?? "");
  const text = statements.map((sql) => `${sql};\n`).join(breakpoint);
  if (isAlone) writeFileSync(newest, text);
  else appendFileSync(newest, `\n${breakpoint}${text}`);
  return [`Generated views and triggers were added to ${newest}.`];
}

/** Removes all but the newest snapshot of the schema, the only one that drizzle-kit compares with. */
function removeOldSnapshots() {
  const snapshots = readdirSync(join(folder, "meta"))
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort();
  for (const name of snapshots.slice(0, -1)) rmSync(join(folder, "meta", name));
}

function migrationFiles(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** Runs drizzle-kit with visible output; throws an error with a message for people if it fails. */
function runDrizzleKit(...options: string[]) {
  const command = [join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", ...options];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" });
  if (status !== 0)
    throw new Error(
      "drizzle-kit wrote no migration; the reason is above. Where it has a question, run the same command in a terminal.",
    );
}

/** Returns the statements that update generated views and triggers of a fully migrated database: search and totals. */
async function generatedStatements(): Promise<string[]> {
  const { config } = await import("config");
  const [
    { migrateDatabase },
    { openWriter },
    { invoiceTotalsMigration, invoiceTotalsObjects },
    { paymentMigration, paymentObjects },
    { searchMigration, searchObjects },
    { resources },
    { searchedTable },
  ] = await Promise.all([
    import("db/migrate"),
    import("db/connection"),
    import("db/invoice-totals"),
    import("db/payment-triggers"),
    import("db/search"),
    import("~/core/resource/registry.server"),
    import("~/core/list/searched-table.server"),
    import("~/resources.server"),
  ]);
  migrateDatabase(config.databaseFile);
  const connection = openWriter(config.databaseFile);
  const made = connection.prepare("select sql from sqlite_master").pluck().all();
  connection.close();
  const isUpToDate = (objects: Record<string, string>) => Object.values(objects).every((sql) => made.includes(sql));
  const payments = isUpToDate(paymentObjects) ? [] : paymentMigration;
  const totals = isUpToDate(invoiceTotalsObjects) ? [] : invoiceTotalsMigration;
  const search = resources().flatMap(({ listing }) => {
    const kind = listing.index?.kind;
    if (!kind) return [];
    const searched = searchedTable(listing);
    return isUpToDate(searchObjects(kind, searched)) ? [] : searchMigration(kind, searched);
  });
  return [...payments, ...totals, ...search];
}
