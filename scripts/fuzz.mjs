// `npm run fuzz`: throws requests at the built app, right and wrong in every way, and looks what comes of them.
import "./check-node.mjs";
import { register } from "tsx/esm/api";
import { build, isBuildStale } from "./prepare.mjs";
import { say } from "./say.mjs";

if (isBuildStale()) {
  say("Building …");
  await build();
}
register(); // the run reads the app's own list of routes
const { main } = await import("./fuzz/main.ts");
await main();
