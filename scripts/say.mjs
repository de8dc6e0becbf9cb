// What the scripts say, and where things are.
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
export const paths = {
  root,
  client: join(root, "build/client"),
  server: join(root, "build/server/index.js"),
  stamp: join(root, "build/sources.sha256"),
  /** Where the packages of the Firebase emulator are: too many for everybody who only starts Portico. */
  emulator: join(root, "e2e/firebase"),
};

/** @param {string} line */
export const say = (line) => console.log(line);

/**
 * Ends the script with one sentence that says what to do.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** What people can do about it, by what npm, the build or the system said. */
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
 * The sentence for an output that tells of a failure.
 * @param {string} output
 */
export const adviceFor = (output) => advice.find(([sign]) => sign.test(output))?.[1];

/**
 * The sentence for an error. Those that the server names `…Error` for people have one already.
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
