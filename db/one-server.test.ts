import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { config } from "config";
import { takeServerPlace } from "./one-server";

/** Tries to take the server lock in another process; returns its output. */
function another(): string {
  const code = `import { takeServerPlace } from "./db/one-server.ts"; try { takeServerPlace(process.argv[1]); console.log("taken"); } catch (error) { console.log(error.name + ": " + error.message); }`;
  return execFileSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", code, config.databaseFile],
    { cwd: config.root, encoding: "utf8" },
  ).trim();
}

test("a second server on a database refuses to start until the first has ended, however it ended", () => {
  expect(another()).toBe("taken"); // another process takes the lock and exits without releasing it
  const leave = takeServerPlace(config.databaseFile);
  expect(another()).toBe(
    `DatabaseError: Another server is running with ${config.databaseFile}. Stop it first, or set DATA_DIR to another folder.`,
  );
  leave();
  expect(another()).toBe("taken");
});
