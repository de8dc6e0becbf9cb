/** The secret that signs cookies and seals what the database keeps, where the environment gives none. */
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

/** Estimated bits. A random text of 32 hexadecimal digits has about 110, `change-me` written four times none. */
const minBits = 80;

/** What is wrong with a secret, to stand after its name; nothing for a good one. */
export function secretFault(secret: string): string | undefined {
  if (secret.length < minLength) return `must have at least ${minLength} characters: this one has ${secret.length}`;
  const isRepetition = (secret + secret).indexOf(secret, 1) < secret.length;
  if (isRepetition || estimateBits(secret) < minBits)
    return 'must be random: this one can be guessed. "openssl rand -base64 32" makes one';
  return undefined;
}

/** Shannon's entropy of the characters of a text, all together. */
function estimateBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits + count * Math.log2(text.length / count), 0);
}

/** The file of the secret, in a data folder. */
export const secretFile = (dataDir: string) => join(dataDir, "secret");

/**
 * Returns the secret of the data folder, made if there is none. Processes that start at once all get the first one's.
 * Throws `ConfigError`, also for a file that is empty or cut off.
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

/** Creates a file with all of its content or not at all. Leaves one that is there already as it is. */
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

/** Gives a finished file its name, unless another process was first. */
function publish(unfinished: string, file: string) {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    if (!existsSync(file)) renameSync(unfinished, file); // a file system without hard links
  }
}

/** Has the names in a folder outlive a power cut, where the system can do that. */
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
