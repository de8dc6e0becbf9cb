/** `npm run maintenance`: does once what the server's timer does every hour. */
import { closeDatabase } from "db";
import { mustExist } from "db/connection";
import { migrateDatabase } from "db/migrate";
import { config } from "config";
import { runScript } from "./run-script";

await runScript(async () => {
  mustExist(config.databaseFile);
  migrateDatabase(config.databaseFile);
  const { runMaintenance } = await import("~/jobs/maintenance.server"); // makes a secret in the data folder if there is none
  const done = await runMaintenance();
  await closeDatabase();
  return done;
});
