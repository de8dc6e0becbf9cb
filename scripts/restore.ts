/** `npm run restore -- FILE`: puts a backup in the place of the database, while no server runs. */
import { resolve } from "node:path";
import { runScript } from "./run-script";

await runScript(async ([file, ...more]) => {
  if (!file || more.length) throw new Error("Say which backup to restore: npm run restore -- backups/portico.db");
  const { config } = await import("config");
  const { restore } = await import("../server/backup");
  const { kept } = await restore(resolve(file));
  return [
    `Restored ${resolve(file)} to ${config.databaseFile}.`,
    "Everybody has to sign in again, with the password of that time, and no browser skips the second step. API tokens have to be made anew, links that were mailed before no longer work, and recovery codes used since the backup are good again: ask people to make new ones.",
    ...(kept ? [`The database that was there is kept as ${kept}.`] : []),
    "Start the server with: npm start",
  ];
});
