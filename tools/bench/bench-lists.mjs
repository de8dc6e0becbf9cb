// `npm run bench -- --orders 1000000`: times each list and dashboard with that many orders, and compares it with
// a thousand.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail, paths, say } from "../../scripts/say.mjs";

const small = "1000";

/**
 * Limits of SQL time, in milliseconds. Less than `tiny` always passes, even if it exceeds `maxTimes` the time on the
 * small database; that ratio only applies to lists, since dashboards sum over every product sold.
 */
const maxMilliseconds = 20;
const tiny = 5;
const maxTimes = 3;

/** Prints the table and returns whether nothing is too slow. @param {string} orders */
export function benchLists(orders) {
  if (!/^[1-9]\d{3,7}$/.test(orders))
    fail("Say how many orders there should be, at least 1,000: npm run bench -- --orders 1000000");
  const [few, many] = [new Map(timesWith(small)), timesWith(orders)];
  say(
    `Milliseconds of SQL. "!" marks more than ${maxMilliseconds}, and of lists more than ${tiny} where it is over ${maxTimes} times what ${small} orders take.`,
  );
  say(["list".padEnd(64), small.padStart(10), orders.padStart(12), "times".padStart(8)].join(""));
  const wrong = many.filter(([what, spent]) => {
    const before = few.get(what) ?? 0;
    const slow = spent > maxMilliseconds || (isList(what) && spent > tiny && spent > maxTimes * before);
    say(
      [
        what.padEnd(64),
        before.toFixed(1).padStart(10),
        spent.toFixed(1).padStart(12),
        (spent / Math.max(before, 0.1)).toFixed(1).padStart(8),
        slow ? " !" : "",
      ].join(""),
    );
    return slow;
  });
  say(wrong.length === 0 ? "All are quick enough." : `${wrong.length} of ${many.length} are too slow.`);
  return wrong.length === 0;
}

/** @param {string} what */
const isList = (what) => what.startsWith("/");

/** @param {string} orders @returns {[string, number][]} */
function timesWith(orders) {
  const folder = join(paths.root, "node_modules/.cache/bench", orders);
  const file = join(folder, "portico.db");
  const fresh = existsSync(file) && Date.now() - statSync(file).mtimeMs < 86_400_000; // dates count back from the day of the seed
  if (!fresh) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    run(folder, ["--import", "tsx", "seed.ts", "--orders", orders], "inherit");
  }
  const lines = run(folder, ["tools/bench/time-lists.mjs"], "pipe").trim().split("\n");
  const times = lines.pop() ?? "";
  if (lines.length > 0) fail(`Not all could be read among ${orders} orders:\n${lines.join("\n")}`); // the app's log
  return JSON.parse(times);
}

/** @param {string} folder @param {string[]} args @param {"inherit" | "pipe"} out */
function run(folder, args, out) {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: "", LOG_LEVEL: "error" };
  Reflect.deleteProperty(env, "DATABASE_URL");
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: paths.root,
    env,
    stdio: ["ignore", out, "inherit"],
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  if (status !== 0) fail(`node ${args.join(" ")} failed.`);
  return stdout;
}
