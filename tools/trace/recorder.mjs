// Records the calls and SQL statements of a request as a tree.
import { AsyncLocalStorage } from "node:async_hooks";
import Database from "better-sqlite3";

/** @typedef {import("./instrument.mjs").FunctionSite} FunctionSite */
/**
 * A statement. `plan` returns how SQLite reads its tables, such as `SEARCH users USING INDEX users_by_name`.
 * @typedef {{ sql: string, ms: number, plan: () => string[] }} Statement
 */

/**
 * A call, in the order in which its parts began. `ms` of an asynchronous function includes its waiting.
 * @typedef {{ site: FunctionSite | undefined, ms: number, parts: (Call | Statement)[], recording: { isOver: boolean } }} Call
 */

/** @type {AsyncLocalStorage<Call>} */
const current = new AsyncLocalStorage();

/** Returns the call to add to, unless nothing is being recorded. */
function currentCall() {
  const call = current.getStore();
  return call?.recording.isOver ? undefined : call;
}

/** Makes instrumented functions report their calls. @param {FunctionSite[]} sites */
export function recordCalls(sites) {
  const traceCall = (/** @type {number} */ site, /** @type {() => unknown} */ body) => call(sites[site], body);
  Object.assign(globalThis, { traceCall });
}

/** @param {FunctionSite | undefined} site @param {() => unknown} body */
function call(site, body) {
  const caller = currentCall();
  if (!caller) return body();
  /** @type {Call} */
  const own = { site, ms: 0, parts: [], recording: caller.recording };
  caller.parts.push(own);
  const began = performance.now();
  const end = () => void (own.ms = performance.now() - began);
  let result;
  try {
    result = current.run(own, body);
  } finally {
    end();
  }
  if (result instanceof Promise) result.then(end, end);
  return result;
}

/**
 * Runs `act` and returns a call of no function, to which all that `act` causes is added until `end`.
 * @param {() => unknown} act
 */
export function record(act) {
  const began = performance.now();
  const recording = { isOver: false };
  /** @type {Call} */
  const outermost = { site: undefined, ms: 0, parts: [], recording };
  const end = () => {
    recording.isOver = true;
    outermost.ms = performance.now() - began;
  };
  const result = current.run(outermost, act);
  return { call: outermost, result, end };
}

let isRecordingStatements = false;

/** Makes the SQL statements of every connection be recorded, each once however often it is called. */
export function recordStatements() {
  if (isRecordingStatements) return;
  isRecordingStatements = true;
  const { exec } = Database.prototype;
  const memory = new Database(":memory:");
  const statement = Object.getPrototypeOf(memory.prepare("select 1"));
  memory.close();
  const { all } = statement;
  for (const method of ["run", "get", "all"]) {
    const original = statement[method];
    statement[method] = function (/** @type {unknown[]} */ ...values) {
      const plan = () => planOf(all, this, values);
      return timed(this.source, () => original.apply(this, values), plan);
    };
  }
  Database.prototype.exec = function (sql) {
    return timed(sql, () => exec.call(this, sql));
  };
}

/**
 * Returns the lines of a statement's plan, read by `all` without being recorded; none for `begin` and the like.
 * @param {(...values: unknown[]) => unknown} all @param {Database.Statement} statement @param {unknown[]} values
 */
function planOf(all, { database, source }, values) {
  if (!/^\s*(select|with|insert|update|delete|replace)\b/i.test(source)) return [];
  const lines = all.apply(database.prepare(`explain query plan ${source}`), values);
  return /** @type {{ detail: string }[]} */ (lines).map(({ detail }) => detail);
}

/** @template Result @param {string} sql @param {() => Result} act @param {() => string[]} plan */
function timed(sql, act, plan = () => []) {
  const caller = currentCall();
  const began = performance.now();
  try {
    return act();
  } finally {
    caller?.parts.push({ sql, ms: performance.now() - began, plan });
  }
}
