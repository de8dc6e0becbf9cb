import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, install, isBuildStale, isInstallStale } from "./prepare.mjs";
import { explain, fail, paths, printLine } from "./messages.mjs";

process.on("uncaughtException", (error) => fail(explain(error)));

/** Installs packages and builds the app, if missing or outdated. */
export async function prepare() {
  const stale = isBuildStale();
  // A server that was built elsewhere does not need the packages for building.
  if (isInstallStale({ forBuilding: stale })) {
    printLine("Installing packages. The first time takes a minute or two …");
    await install();
  }
  if (stale) {
    printLine("Building …");
    await build();
  }
}

/** Starts the built server in this process and prints how to begin. @param {string[]} [hints] additional lines */
export async function serve(hints = []) {
  const { start } = await import(pathToFileURL(paths.server).href); // a wrong setting fails here
  printLine("Opening the database …");
  const { address, databaseFile, created, seeded, demoAccounts, version } = await start();

  const file = relative(process.cwd(), databaseFile);
  if (created) printLine(`Created ${file.startsWith("..") ? databaseFile : file}${seeded ? " with sample data" : ""}.`);
  printLine(`\nPortico ${version} is ready at ${address}`);
  for (const { title, email, password } of demoAccounts)
    printLine(`Demo account (${title.toLowerCase()}): ${email} / ${password}`);
  for (const hint of hints) printLine(hint);
  printLine("Press Ctrl+C to stop.\n");
}
