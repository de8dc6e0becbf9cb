/**
 * `npm run db:seed`: a fresh sample in place of what is in the database. `-- --erase` allows that for real data too;
 * `-- --orders 1000000` adds so many orders, and people, products, invoices and visits to match.
 */
import { parseArgs } from "node:util";
import type { Progress } from "./db/samples/many";

/** Errors whose message is written for people. */
const forPeople = new Set(["ConfigError", "DatabaseError", "UsageError"]);

class UsageError extends Error {
  override name = "UsageError";
}

const most = 10_000_000;

function readArguments() {
  try {
    const { erase = false, orders } = parseArgs({
      options: { erase: { type: "boolean" }, orders: { type: "string" } },
    }).values;
    return { erase, orders: orders === undefined ? undefined : wholeNumber(orders) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `The seed does not know ${process.argv.slice(2).join(" ")}. Its options are --erase and --orders with a number.`,
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

/** Where somebody looks on, one line that changes; else a line for each thing that is done. */
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

try {
  const { erase, orders } = readArguments();
  const { reseed } = await import("./db/seed"); // a wrong setting fails here, and is said below
  const said =
    orders === undefined
      ? reseed({ erase })
      : (await import("./db/seed-many")).reseedMany({ erase, orders, progress: progressOn(process.stdout) });
  const lines = await said;
  if (orders !== undefined && process.stdout.isTTY) process.stdout.write("\r\x1b[K");
  console.log(lines.join("\n"));
} catch (error) {
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  console.error(forPeople.has(name) ? message : `The seed failed and changed nothing: ${message}`);
  process.exitCode = 1;
}
