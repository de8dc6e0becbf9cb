/** Creates the demo company in an empty database; never replaces existing data. */
import { existsSync } from "node:fs";
import { config } from "../../config";
import { timeZone } from "../company-settings";
import { type Connection, DatabaseError, openReader, queries } from "../connection";
import { takeIndexes } from "../bulk-load";
import { demoPassword } from "../samples";
import { addSet } from "../samples/add";
import { demoSet, type Extent, twoYears } from "../samples/demo";
import { addPlan } from "../samples/demo/plan";
import { facts } from "../schema";
import { fillSearch } from "../search";
import { isFileEmpty, seedFile } from "./file";
import { recompute } from "../totals";

/** Disk space that the demo company needs, in bytes, with some reserve. */
const room = 120_000_000;

/** Name of the fact that holds the day on which the demo company was created; an ordinary sample lacks it. */
const demoFact = "demo";

/** Tables whose indexes, totals and search are built after all rows are inserted, which halves the time. */
const large = ["users", "orders", "invoices", "payments", "tickets", "replies", "journal", "visits", "page_views"];

/**
 * Creates the demo company and returns messages about it. With `keep`, an existing demo company is left unchanged.
 * Throws `DatabaseError` if the database contains anything else.
 */
export async function seedDemo({ keep = false, extent = twoYears, now = new Date() } = {}): Promise<string[]> {
  if (keep && isDemo(config.databaseFile)) return [];
  return seedFile({ bytes: room, checkEmpty: mustBeEmpty, fill: (connection) => addDemo(connection, extent, now) });
}

async function mustBeEmpty(): Promise<true> {
  const file = config.databaseFile;
  if (!existsSync(file) || (await isFileEmpty(file))) return true;
  throw new DatabaseError(
    `${file} holds data, so nothing was changed. To make a new demo company, move that file away, or set DATA_DIR to an empty folder.`,
  );
}

async function addDemo(connection: Connection, extent: Extent, now: Date): Promise<string> {
  const passwordHash = await demoPassword();
  const set = demoSet(now, timeZone(), extent);
  const tx = queries(connection);
  connection.exec("BEGIN");
  const putBack = takeIndexes(connection, large);
  await addSet(tx, set, { passwordHash, now });
  await addPlan(tx, now);
  await tx.insert(facts).values({ name: demoFact, value: now.toISOString() });
  putBack();
  recompute(connection);
  fillSearch(connection);
  connection.exec("COMMIT");
  const rows = { people: set.people, products: set.products, orders: set.orders, invoices: set.invoices };
  const counted = Object.entries(rows).map(([name, { length }]) => `${length.toLocaleString("en-US")} ${name}`);
  return `the demo company: ${counted.join(", ")}`;
}

function isDemo(file: string): boolean {
  if (!existsSync(file)) return false;
  let connection: Connection | undefined;
  try {
    connection = openReader(file);
    return connection.prepare("select 1 from facts where name = ?").get(demoFact) !== undefined;
  } catch {
    return false; // a file without this table is not a demo database
  } finally {
    connection?.close();
  }
}
