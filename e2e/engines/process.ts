/** Child processes of a browser, which end together with all of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const started = new Set<ChildProcess>();

/** Returns the path of the first of these programs that is installed. */
export function program(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .flatMap((name) => (name.startsWith("/") ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path));
}

/** Starts a program as the head of a process group, so that its children can be ended with it. */
export function start(
  path: string,
  args: string[],
  env: Record<string, string | undefined>,
  stdio: "ignore" | ["ignore", "ignore", "ignore", "pipe"] = "ignore",
): ChildProcess {
  const child = spawn(path, args, { detached: true, env: env as NodeJS.ProcessEnv, stdio });
  started.add(child);
  child.once("close", () => started.delete(child));
  return child;
}

export function end(child: ChildProcess | undefined) {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The whole group is gone already.
  }
  started.delete(child);
}

/** Ends all started processes, for a run that is interrupted. */
export function endAll() {
  for (const child of started) end(child);
}

/** Polls until the condition holds; throws an error with the message after 30 seconds. */
export async function until(isSo: () => Promise<boolean>, otherwise: string) {
  const latest = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > latest) throw new Error(otherwise);
    await pause(50);
  }
}
