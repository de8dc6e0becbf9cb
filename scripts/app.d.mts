export interface RunningApp {
  url: string;
  port: number;
  dataDir: string;
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  remove(): Promise<void>;
  output(): string;
}

export function appEnvironment(options: { port: number; dataDir: string }): NodeJS.ProcessEnv;
export function freePort(): Promise<number>;
export function startApp(options?: { dataDir?: string; env?: Record<string, string> }): Promise<RunningApp>;
export const noSettings: Record<string, string>;
