// `npm run fuzz`: sends valid and malformed requests to the built app and checks the responses.
import { register } from "tsx/esm/api";
import { build, isBuildStale } from "../../scripts/prepare.mjs";
import { printLine } from "../../scripts/messages.mjs";

if (isBuildStale()) {
  printLine("Building …");
  await build();
}
register(); // the run reads the app's own list of routes
const { main } = await import("./main.ts");
await main();
