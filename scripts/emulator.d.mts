export interface RunningEmulator {
  host: string;
  /** The last that it said, when it has ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export const projectId: string;
export function emulatorSettings(host: string): Record<string, string>;
export function startEmulator(options?: { dataDir?: string }): Promise<RunningEmulator>;
export function askEmulator(host: string, method: string, path: string, body?: unknown): Promise<unknown>;
