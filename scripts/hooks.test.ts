import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const hooks = resolve(import.meta.dirname, "../tools/hooks");
let folder: string;

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    cwd: join(folder, "work"),
    encoding: "utf8",
    stdio: "pipe",
  });

/** Commits nothing under a subject, and pushes it; returns what Git writes and whether the push was accepted. */
function push(subject: string) {
  git("commit", "--allow-empty", "-m", subject);
  const { status, stderr } = spawnSync("git", ["push", "origin", "HEAD:main"], {
    cwd: join(folder, "work"),
    encoding: "utf8",
  });
  return { accepted: status === 0, stderr };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-hooks-"));
  execFileSync("git", ["init", "-q", "--bare", join(folder, "there")]);
  execFileSync("git", ["init", "-q", join(folder, "work")]);
  git("remote", "add", "origin", join(folder, "there"));
  git("config", "core.hooksPath", hooks);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a push with plain subjects is accepted, and one with a long subject refused", () => {
  expect(push("Fold ł, ø and ß in search")).toMatchObject({ accepted: true });
  const long = push(`Fold ${"ł, ".repeat(30)}and ß in search`);
  expect(long.accepted).toBe(false);
  expect(long.stderr).toContain("The subject has 110 characters: use at most 72.");
});

it("a push is refused if an earlier commit is not in the imperative", () => {
  git("reset", "-q", "--hard", "origin/main");
  git("commit", "--allow-empty", "-m", "Fixed the login");
  expect(push("Add a test of the login")).toMatchObject({
    accepted: false,
    stderr: expect.stringContaining("Fixed the login\n  Write the subject in the imperative") as string,
  });
});
