// `npm run bench -- --orders 1000000`: times each list and dashboard with that many orders, and compares it with
// a thousand.
import { fail, printLine } from "../../scripts/messages.mjs";
import { runOn, sampleWith } from "./sample.mjs";

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
  printLine(
    `Milliseconds of SQL. "!" marks more than ${maxMilliseconds}, and of lists more than ${tiny} where it is over ${maxTimes} times what ${small} orders take.`,
  );
  printLine(["list".padEnd(64), small.padStart(10), orders.padStart(12), "times".padStart(8)].join(""));
  const wrong = many.filter(([what, spent]) => {
    const before = few.get(what) ?? 0;
    const slow = spent > maxMilliseconds || (isList(what) && spent > tiny && spent > maxTimes * before);
    printLine(
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
  printLine(wrong.length === 0 ? "All are quick enough." : `${wrong.length} of ${many.length} are too slow.`);
  return wrong.length === 0;
}

/** @param {string} what */
const isList = (what) => what.startsWith("/");

/** @param {string} orders @returns {[string, number][]} */
function timesWith(orders) {
  const lines = runOn(sampleWith(orders), ["tools/bench/time-lists.mjs"], "pipe").trim().split("\n");
  const times = lines.pop() ?? "";
  if (lines.length > 0) fail(`Not all could be read among ${orders} orders:\n${lines.join("\n")}`); // the app's log
  return JSON.parse(times);
}
