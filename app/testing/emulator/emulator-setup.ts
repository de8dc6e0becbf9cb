/** Starts the Firebase emulator before the tests that need it; `inject("emulator")` is its address. */
import type { TestProject } from "vitest/node";
import { startEmulator } from "../../../scripts/emulator/emulator.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Such as `127.0.0.1:9099`. */
    emulator: string;
  }
}

export default async function setup({ provide }: TestProject) {
  const { host, kill } = await startEmulator();
  provide("emulator", host);
  return kill;
}
