/** Replaces the database with a large sample while no server runs, for testing with a lot of data. */
import { config } from "../../config";
import { timeZone } from "../company-settings";
import { type Connection, explained, queries } from "../connection";
import { addSamples, demoPassword } from "../samples";
import { addMany, type Many, type Progress } from "../samples/many";
import { mayBeReplaced } from "./seed";
import { seedFile } from "./file";

/** Disk space per order with its related records and indexes, in bytes, with some reserve. */
const eachOrder = 4_000;

/** Replaces the database and returns messages about it. Throws `DatabaseError`, also if a server is running. */
export const reseedMany = ({ erase, orders, progress }: { erase: boolean; orders: number; progress: Progress }) =>
  seedFile({
    bytes: orders * eachOrder,
    checkEmpty: () => mayBeReplaced(erase),
    fill: async (connection) => {
      const now = new Date();
      await addSample(connection, now);
      const added = explained(config.databaseFile, () =>
        addMany(connection, orders, { now, timeZone: timeZone() }, progress),
      );
      return `the sample and ${text(added)}`;
    },
  });

async function addSample(connection: Connection, now: Date) {
  const passwordHash = await demoPassword();
  connection.exec("BEGIN");
  await addSamples(queries(connection), passwordHash, now);
  connection.exec("COMMIT");
}

const text = (added: Many) =>
  Object.entries(added)
    .map(([name, rows]) => `${Number(rows).toLocaleString("en-US")} ${name}`)
    .join(", ");
