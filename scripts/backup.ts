/** `npm run backup -- FILE`: writes a consistent copy of the database, even while the server runs. */
import { resolve } from "node:path";
import { runScript } from "./run-script";

await runScript(async ([file, ...more]) => {
  if (!file || more.length) throw new Error("Add the file to write: npm run backup -- backups/portico.db");
  const { config } = await import("config");
  const [{ closeDatabase }, { backUp }] = await Promise.all([import("db"), import("../server/backup")]);
  const target = resolve(file);
  const bytes = await backUp(target);
  await closeDatabase();
  return [`Backed up ${config.databaseFile} to ${target} (${(bytes / 1_000_000).toFixed(1)} MB).`];
});
