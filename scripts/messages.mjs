// Messages and paths shared by the scripts.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url))); // `import.meta.dirname` is too new for an old Node
export const paths = {
  root,
  client: join(root, "build/client"),
  server: join(root, "build/server/index.js"),
  stamp: join(root, "build/sources.sha256"),
  /** Folder of the Firebase emulator's packages, which are separate because most users do not need them. */
  emulator: join(root, "e2e/firebase"),
};

/** @param {string} line */
export const printLine = (line) => console.log(line);

/**
 * Exits with code 1 and a message that says what to do.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** Advice by patterns in the output of npm, the build or the system. */
const advice = [
  [/ENOSPC|disk is full|no space left/i, "The disk is full. Free some space and start again."],
  [/EROFS|read-only file system/i, "This folder is read-only. Copy Portico to a folder that you may write to."],
  [
    /EACCES|EPERM|permission denied/i,
    "Some files here may not be written. Make this folder yours, or copy Portico to one that is.",
  ],
  [
    /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ECONNRESET/,
    "The package registry cannot be reached. Connect to the internet, or check npm's proxy settings.",
  ],
  [
    /ERR_DLOPEN_FAILED|NODE_MODULE_VERSION/,
    'The database driver was compiled for another Node. Run "npm rebuild better-sqlite3" and start again.',
  ],
  [
    /node-gyp|gyp ERR/,
    "The database driver could not be compiled. Install a C++ compiler, make and Python 3 (on Debian: apt-get install build-essential python3).",
  ],
];

/**
 * Returns the output of npm without the stack traces that it prints for network errors.
 * @param {string} output
 */
export const withoutStack = (output) => output.replace(/^npm error(?: {3,}.*|\s*\})?\n/gm, "").trim();

/**
 * Returns advice for the output of a failed program, or undefined.
 * @param {string} output
 */
export const adviceFor = (output) => advice.find(([sign]) => sign.test(output))?.[1];

/**
 * Returns a message for an error. The server's own `ConfigError`, `DatabaseError` and `StartError` already have one.
 * @param {unknown} error
 */
export function explain(error) {
  const { name = "", message = "", code = "", stack = "" } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  if (["ConfigError", "DatabaseError", "StartError"].includes(name)) return message;
  if (process.env.LOG_LEVEL === "debug") console.error(stack);
  return (
    adviceFor(`${code} ${message}`) ?? `Portico could not start: ${message} (LOG_LEVEL=debug npm start shows more.)`
  );
}
