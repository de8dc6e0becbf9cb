// Loaded into the app by `--import` before its own code: on SIGUSR2 it says how much memory is in use once all garbage
// is collected.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const { maxRSS } = process.resourceUsage();
  console.log(JSON.stringify({ memory: { live: heapUsed + external, rss, peak: maxRSS * 1024 } }));
});
