// Loaded into the app with `--import` before its own code: on SIGUSR2 it prints the memory in use after a garbage
// collection.
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
