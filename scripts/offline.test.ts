/** Commands that run without the server, executed like on the command line. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "portico-offline-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script with the given data folder. */
function runs(script: string, dataDir: string, ...args: string[]) {
  const env = { ...process.env, NODE_ENV: "production" as const, DATA_DIR: dataDir, DATABASE_URL: "" };
  return new Promise<{ failed: boolean; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ["--import", "tsx", `scripts/${script}.ts`, ...args], { env }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, stdout, stderr }),
    );
  });
}

test("db:generate says that a migration needs a name", async () => {
  const stderr = "Name the migration after what it changes: npm run db:generate -- --name company\n";
  for (const args of [[], ["--name", "two words"]])
    expect(await runs("generate-migration", folder, ...args)).toEqual({ failed: true, stdout: "", stderr });
});

test.each([["maintenance"], ["backup", join(folder, "copy.db")]])(
  "%s refuses to work where no database is, and makes nothing",
  async (script, ...args) => {
    for (const dataDir of [folder, join(folder, "nowhere")]) {
      const stderr = `There is no database at ${join(dataDir, "portico.db")}. Set DATA_DIR (or DATABASE_URL) as the server has it.\n`;
      expect(await runs(script, dataDir, ...args)).toEqual({ failed: true, stdout: "", stderr });
      expect([existsSync(folder), ...readdirSync(folder)]).toEqual([true]);
    }
  },
);
