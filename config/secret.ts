/** The secret that signs cookies, where the environment gives none. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "./error";

/**
 * The secret in the data folder, made if there is none. Of two processes that start at once, both end up with the first
 * one's.
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeNew(file, randomBytes(32).toString("base64url"));
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const full = (error as NodeJS.ErrnoException).code === "ENOSPC";
    const advice = full
      ? "The disk is full: free some space and start again."
      : "Make its folder writable, or set DATA_DIR to another one.";
    throw new ConfigError(`${file} cannot be read or written. ${advice}`, { cause: error });
  }
}

function writeNew(file: string, content: string) {
  try {
    writeFileSync(file, content, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
