/** `npm run maintenance`: runs the server's hourly jobs once. */
import { runScript } from "./run-script";

await runScript(async () => {
  const { config } = await import("config");
  const [{ closeDatabase }, { mustExist }, { migrateDatabase }] = await Promise.all([
    import("db"),
    import("db/connection"),
    import("db/migrate"),
  ]);
  mustExist(config.databaseFile);
  const { mended } = migrateDatabase(config.databaseFile, { besideServer: true });
  await import("~/resources.server");
  const { runMaintenance } = await import("~/maintenance/maintenance.server"); // creates a secret in the data folder if there is none
  const [{ mailSettled }, { wakeSender }] = await Promise.all([
    import("~/core/mail/mail.server"),
    import("~/core/mail/sender.server"),
  ]);
  const done = await runMaintenance();
  wakeSender();
  await mailSettled();
  await closeDatabase();
  return [...mended, ...done];
});
