import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { config } from "../config";
import { type Connection, isBusy, openReader, openWriter, queries } from "./connection";

type Queries = ReturnType<typeof queries>;
export type Reader = Pick<Queries, "select" | "selectDistinct" | "query" | "$count" | "with" | "get" | "all">;
export type Transaction = Omit<Queries, "transaction">;

let reading: Connection | undefined;
let writing: Connection | undefined;
let queue: Promise<unknown> = Promise.resolve();
const inside = new AsyncLocalStorage<true>();

/** Reads. Opened read-only: a change made here fails, so none escapes the journal. */
export const db: Reader = onFirstUse(() => queries((reading = openReader(config.databaseFile))));

/**
 * One change: all of it lands on disk, or none of it. Changes run one after another, and see each other's results.
 * `tx` dies with the change. Throws what `change` throws, after taking everything back.
 */
export function write<Result>(change: (tx: Transaction) => Promise<Result>): Promise<Result> {
  if (inside.getStore()) throw new Error("write() was called inside write(): hand the transaction on instead.");
  const result = queue.then(() => inside.run(true, () => transact(change)));
  queue = result.catch(() => undefined);
  return result;
}

async function transact<Result>(change: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const connection = (writing ??= closedForChanges(openWriter(config.databaseFile)));
  await begin(connection);
  const { proxy: tx, revoke } = Proxy.revocable(queries(connection), {});
  try {
    const result = await change(tx);
    connection.exec("COMMIT");
    return result;
  } finally {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    closedForChanges(connection);
    revoke();
  }
}

/** Between transactions even the writer refuses changes: a query kept from an earlier one cannot slip in. */
function closedForChanges(connection: Connection): Connection {
  connection.pragma("query_only = ON");
  return connection;
}

/** Waits its turn behind another process (a backup, a seed) without stalling this one; gives up after five seconds. */
async function begin(connection: Connection) {
  connection.pragma("query_only = OFF");
  for (let tries = 1; ; tries++) {
    try {
      return connection.exec("BEGIN IMMEDIATE");
    } catch (error) {
      if (!isBusy(error) || tries >= 15) throw error;
      await pause(100);
    }
  }
}

/** Lets everything that is queued finish, then closes both connections; the next use opens them again. */
export async function closeDatabase() {
  await queue;
  reading?.close();
  writing?.close();
  reading = writing = undefined;
  reopen.forEach((forget) => forget());
}

const reopen: (() => void)[] = [];

/** Looks like what `make` makes, but makes it when first touched: importing this file opens nothing. */
function onFirstUse<Thing extends object>(make: () => Thing): Thing {
  let thing: Thing | undefined;
  reopen.push(() => (thing = undefined));
  return new Proxy({} as Thing, {
    get(_, name) {
      thing ??= make();
      const value: unknown = Reflect.get(thing, name, thing);
      return typeof value === "function" ? value.bind(thing) : value;
    },
  });
}
