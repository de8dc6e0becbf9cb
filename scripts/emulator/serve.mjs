// Runs Portico with the Firebase emulator, with its own data, separate from that of `npm start`.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { appEnvironment } from "../app.mjs";
import { emulatorSettings, startEmulator } from "./emulator.mjs";
import { installEmulator, isEmulatorStale } from "../prepare.mjs";
import { fail, paths, printLine } from "../messages.mjs";
import { prepare, serve } from "../serve.mjs";

await prepare();
if (isEmulatorStale()) {
  printLine("Installing the Firebase emulator. The first time takes a minute or two …");
  await installEmulator();
}

// Only these two settings apply here; the others might refer to a real database, mail server or Firebase
// project.
if (existsSync(join(paths.root, ".env"))) process.loadEnvFile(join(paths.root, ".env"));
const dataDir = join(resolve(paths.root, process.env.DATA_DIR || "data"), "emulator");
const environment = appEnvironment({ port: Number(process.env.PORT || 3000), dataDir });

printLine("Starting the Firebase emulator …");
const emulator = await startEmulator({ dataDir });
emulator.ended.then(() =>
  fail("The Firebase emulator ended, and Portico with it. Start both again: its accounts are kept."),
);

Object.assign(process.env, environment, emulatorSettings(emulator.host));
await serve([
  `The Firebase emulator listens on ${emulator.host} and keeps its accounts in ${join(dataDir, "accounts.json")}.`,
  'Sign in: register with any address, and the page shows the link that a mail would bring; or "Continue with Google", where the emulator lets you be anybody.',
]);
