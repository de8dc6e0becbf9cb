/**
 * `npm run db:seed`: replaces the sample data with fresh ones; `-- --erase` replaces real data too. `-- --orders
 * 1000000` adds so many orders, and people, products, invoices and visits to match; `-- --demo` creates a company with
 * two years of history, in a database of its own, see `scripts/demo.mjs`.
 */
import { parseArgs } from "node:util";
import type { Progress } from "./db/samples/many";
import { useDemo } from "./scripts/demo.mjs";

/** Errors whose message is written for people. */
const forPeople = new Set(["ConfigError", "DatabaseError", "UsageError"]);

class UsageError extends Error {
  override name = "UsageError";
}

const most = 10_000_000;

function readArguments() {
  try {
    const { orders, ...flags } = parseArgs({
      options: {
        erase: { type: "boolean", default: false },
        orders: { type: "string" },
        demo: { type: "boolean", default: false },
        keep: { type: "boolean", default: false }, // the demo company that is there: for `npm start -- --demo`
      },
    }).values;
    return { ...flags, orders: orders === undefined ? undefined : wholeNumber(orders) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `The seed does not know ${process.argv.slice(2).join(" ")}. Its options are --demo, --erase, and --orders with a number.`,
    );
  }
}

function wholeNumber(written: string): number {
  const number = /^\d{1,9}$/.test(written) ? Number(written) : 0;
  if (number < 1 || number > most)
    throw new UsageError(
      `--orders ${written} is no number of orders. Give a whole number from 1 to ${most.toLocaleString("en-US")}.`,
    );
  return number;
}

/** Reports progress: in a terminal on one line that changes, elsewhere on a line per step. */
function progressOn({ isTTY }: { isTTY: boolean }): Progress {
  let last = "";
  return (doing, done, all) => {
    const line =
      done === undefined || !all
        ? `… ${doing}`
        : `… ${doing}: ${done.toLocaleString("en-US")} of ${all.toLocaleString("en-US")}`;
    if (isTTY) process.stdout.write(`\r\x1b[K${line}`);
    else if (doing !== last) console.log(`… ${doing}`);
    last = doing;
  };
}

/**
 * Seeds the database and returns messages about it. A wrong setting makes the module's import fail, and is reported
 * below.
 */
async function seed({ erase, orders, demo, keep }: ReturnType<typeof readArguments>): Promise<string[]> {
  if (demo) {
    useDemo();
    return (await import("./db/seed/demo")).seedDemo({ keep });
  }
  const { config } = await import("./config");
  if (!config.sampleData)
    throw new UsageError(
      `SAMPLE_DATA is false, and a sample has accounts with a published password, so nothing was changed. To replace ${config.databaseFile} by a sample all the same, set SAMPLE_DATA=true and leave APP_URL empty.`,
    );
  if (orders === undefined) return (await import("./db/seed/seed")).reseed({ erase });
  const { reseedMany } = await import("./db/seed/many");
  const lines = await reseedMany({ erase, orders, progress: progressOn(process.stdout) });
  if (process.stdout.isTTY) process.stdout.write("\r\x1b[K");
  return lines;
}

try {
  const lines = await seed(readArguments());
  if (lines.length > 0) console.log(lines.join("\n"));
} catch (error) {
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  console.error(forPeople.has(name) ? message : `The seed failed and changed nothing: ${message}`);
  process.exitCode = 1;
}
