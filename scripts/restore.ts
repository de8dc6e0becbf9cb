/**
 * Replaces the database with a backup while no server runs: `npm run restore -- FILE`, or `npm run restore --
 * --replica [MOMENT]` for Litestream's replica.
 */
import { resolve } from "node:path";
import { runScript } from "./run-script";

const usage = `Say which backup to restore: npm run restore -- backups/portico.db
or, of the second copy that Litestream keeps, the moment: npm run restore -- --replica 2026-11-25T14:30:00Z`;

await runScript(async ([from, moment, ...more]) => {
  const isReplica = from === "--replica";
  if (!from || more.length || (moment && !isReplica)) throw new Error(usage);
  const { config } = await import("config");
  const { restore } = await import("../server/backup");
  const { restoreReplica } = await import("../server/replica/restore");
  const { kept, lastChange, gap } = await (isReplica ? restoreReplica(moment) : restore(resolve(from)));
  return [
    `Restored ${isReplica ? "the second copy" : resolve(from)} to ${config.databaseFile}.`,
    ...(lastChange ? [`The last change in it was made at ${lastChange}.`] : []),
    ...(gap ? [`Nothing was copied from ${gap[0]} to ${gap[1]}: what was changed then is lost.`] : []),
    "Everybody has to sign in again, with the password of that time, and no browser skips the second step. API tokens have to be made anew, links that were mailed before no longer work, and recovery codes used since the backup are good again: ask people to make new ones.",
    ...(kept ? [`The database that was there is kept as ${kept}.`] : []),
    ...(config.litestreamMetricsUrl ? ["Start Litestream again, too."] : []),
    "Start the server with: npm start",
  ];
});
