/**
 * Replaces the database with a backup while no server runs: `npm run restore -- FILE`, or `npm run restore --
 * --replica [MOMENT]` for Litestream's replica.
 */
import { resolve } from "node:path";
import { runScript } from "./run-script";

const usage = `Add the backup to restore: npm run restore -- backups/portico.db
or a time, to restore Litestream's second copy: npm run restore -- --replica 2026-11-25T14:30:00Z`;

await runScript(async ([from, moment, ...more]) => {
  const isReplica = from === "--replica";
  if (!from || more.length || (moment && !isReplica)) throw new Error(usage);
  const { config } = await import("config");
  const { restore } = await import("../server/backup");
  const { restoreReplica } = await import("../server/replica/restore");
  const { kept, lastChange, gap } = await (isReplica ? restoreReplica(moment) : restore(resolve(from)));
  return [
    `Restored ${isReplica ? "the second copy" : resolve(from)} to ${config.databaseFile}.`,
    ...(lastChange ? [`Its last change is from ${lastChange}.`] : []),
    ...(gap ? [`The second copy has a gap from ${gap[0]} to ${gap[1]}. Changes made in that time are lost.`] : []),
    "Everyone has to log in again, with the password they had then, and with their second factor. API tokens have to be created again, and links mailed earlier no longer work. Recovery codes used since the backup are valid again: ask people to create new ones.",
    ...(kept ? [`The previous database was moved to ${kept}.`] : []),
    ...(config.litestreamMetricsUrl ? ["Start Litestream again, too."] : []),
    "Start the server with: npm start",
  ];
});
