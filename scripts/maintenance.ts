/** `npm run maintenance`: does once what the server's timer does every hour. */
import { closeDatabase } from "db";
import { migrateDatabase } from "db/migrate";
import { config } from "config";
import { runMaintenance } from "~/jobs/maintenance.server";
import { runScript } from "./run-script";

await runScript(async () => {
  migrateDatabase(config.databaseFile);
  const done = await runMaintenance();
  await closeDatabase();
  return done;
});
