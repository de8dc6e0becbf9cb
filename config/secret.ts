/** The secret that signs cookies and seals database values, if the environment sets none. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ConfigError } from "./error";

const minLength = 32;

/**
 * Minimum entropy, in estimated bits. 32 random hexadecimal digits have about 110; a repeated `change-me` counts as
 * none.
 */
const minBits = 80;

/** Returns what is wrong with a secret, to follow its name, or undefined if it is good. */
export function secretFault(secret: string): string | undefined {
  if (secret.length < minLength) return `must have at least ${minLength} characters: this one has ${secret.length}`;
  const isRepetition = (secret + secret).indexOf(secret, 1) < secret.length;
  if (isRepetition || estimateBits(secret) < minBits)
    return 'must be random: this one can be guessed. "openssl rand -base64 32" makes one';
  return undefined;
}

/** Returns the Shannon entropy of a text, in bits. */
function estimateBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits + count * Math.log2(text.length / count), 0);
}

/** Returns the path of the secret's file in a data folder. */
const secretFile = (dataDir: string) => join(dataDir, "secret");

/**
 * Returns the data folder's secret, and creates it if there is none. Processes that start at the same time all get the
 * first one's. Throws `ConfigError`, also if the file is empty or truncated.
 */
export function readOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  const secret = explained(file, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) createWhole(file, randomBytes(32).toString("base64url"));
    return readFileSync(file, "utf8").trim();
  });
  const fault = secretFault(secret);
  if (fault)
    throw new ConfigError(
      `The secret in ${file} ${fault}. Put the file back from your backup. Without one, delete it and start again: a new secret is made, people log in again, and those with an authenticator app need a recovery code.`,
    );
  return secret;
}

/** Creates a file atomically. Leaves an existing one unchanged. */
function createWhole(file: string, content: string) {
  const unfinished = `${file}.${process.pid}.new`;
  try {
    const handle = openSync(unfinished, "w", 0o600);
    try {
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    publish(unfinished, file);
    syncFolder(dirname(file));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Moves a finished file to its name, unless another process was faster. */
function publish(unfinished: string, file: string) {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    if (!existsSync(file)) renameSync(unfinished, file); // a file system without hard links
  }
}

/** Flushes a folder, so that new names in it survive a power cut. Does nothing on Windows. */
function syncFolder(folder: string) {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function explained<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const advice =
      (error as NodeJS.ErrnoException).code === "ENOSPC"
        ? "The disk is full: free some space and start again."
        : "Make its folder writable, or set DATA_DIR to another one.";
    throw new ConfigError(`${file} cannot be read or written. ${advice}`, { cause: error });
  }
}
