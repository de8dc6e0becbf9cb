/** Litestream's replica, with the real program: its reported age, and restoring from it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { openReader } from "../../db/connection";
import { appEnvironment, freePort, type RunningApp, startApp } from "../../scripts/app.mjs";
import { paths } from "../../scripts/messages.mjs";
import { newUser, signIn } from "./people";

const program = createRequire(import.meta.url).resolve(
  `@flydotio/litestream-${process.platform}-${process.arch}/litestream`,
);

let folder: string;
let dataDir: string;
let settings: Record<string, string>;
let app: RunningApp | undefined;
let copying: ChildProcess | undefined;

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "portico-replica-"));
  dataDir = join(folder, "data");
  const address = `127.0.0.1:${await freePort()}`;
  const path = join(dataDir, "portico.db");
  const copies = [{ path: join(folder, "copy"), "sync-interval": "250ms" }];
  const litestream = { addr: address, dbs: [{ path, "monitor-interval": "250ms", replicas: copies }] };
  settings = {
    LITESTREAM_METRICS_URL: `http://${address}/metrics`,
    LITESTREAM_CONFIG: join(folder, "litestream.yml"),
    PATH: `${wordy()}${delimiter}${process.env.PATH}`,
  };
  writeFileSync(settings.LITESTREAM_CONFIG ?? "", JSON.stringify(litestream)); // JSON is valid YAML
  await startBoth();
});

test.afterEach(async () => {
  await killBoth();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates a wrapper of Litestream that prints as much output as restoring a busy day does. */
function wordy(): string {
  const bin = join(folder, "bin");
  const script = `#!/bin/sh\nyes "level=INFO downloaded wal" | head -n 100000\nexec "${program}" "$@"\n`;
  mkdirSync(bin);
  writeFileSync(join(bin, "litestream"), script, { mode: 0o755 });
  return bin;
}

function startCopying() {
  copying = spawn(program, ["replicate", "-config", settings.LITESTREAM_CONFIG ?? ""], { stdio: "ignore" });
}

async function startBoth() {
  startCopying();
  app = await startApp({ dataDir, env: settings });
}

async function killCopying() {
  const child = copying;
  copying = undefined;
  if (!child) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

async function killBoth() {
  await Promise.all([app?.stop("SIGKILL"), killCopying()]);
  app = undefined;
}

const url = () => app?.url ?? "";

async function asOf(): Promise<number> {
  const { replica } = (await (await fetch(`${url()}/health`)).json()) as { replica: { asOf: string | null } };
  return replica.asOf ? Date.parse(replica.asOf) : 0;
}

/** Waits until /health reports that everything up to now is replicated. */
async function copied() {
  const now = Date.now();
  await expect.poll(asOf, { timeout: 30_000, message: "the copy has what is there now" }).toBeGreaterThan(now);
}

/** Creates a user; returns the time of the response, or undefined if the server is gone. */
async function add(cookie: string, number: number): Promise<number | undefined> {
  const headers = { cookie, "content-type": "application/json" };
  const body = JSON.stringify(newUser(number));
  const answer = await fetch(`${url()}/api/users`, { method: "POST", headers, body }).catch(() => undefined);
  if (answer) expect(answer.status).toBe(200);
  return answer && Date.now();
}

function restore(...moment: string[]) {
  const env = { ...appEnvironment({ port: 3000, dataDir }), ...settings };
  const options = ["run", "--silent", "restore", "--", "--replica", ...moment];
  const { status, stdout, stderr } = spawnSync("npm", options, { cwd: paths.root, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** Checks the restored database and returns the numbers of the users in it. */
function numbersThere(): number[] {
  const database = openReader(join(dataDir, "portico.db"));
  try {
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(database.pragma("foreign_key_check")).toEqual([]);
    const added = "select email from users where email like 'person%@example.com' order by id";
    const withJournal = `${added.replace("order", "and exists (select 1 from journal where entity = 'users' and record_id = users.id and action = 'created') order")}`;
    const emails = database.prepare(added).pluck().all() as string[];
    expect(database.prepare(withJournal).pluck().all(), "each with its entry in the journal").toEqual(emails);
    return emails.map((email) => Number(/\d+/.exec(email)?.[0]));
  } finally {
    database.close();
  }
}

test("a machine that is lost while people work loses the last seconds at most, and has no holes", async () => {
  const cookie = await signIn({ url: url() });
  const acknowledged: number[] = [];
  let isOver = false;
  const working = (async () => {
    for (let number = 0; !isOver; number++) {
      const at = await add(cookie, number);
      if (!at) return;
      acknowledged.push(at);
    }
  })();
  await copied();
  await killBoth();
  const lost = Date.now();
  isOver = true;
  await working;
  rmSync(dataDir, { recursive: true });

  expect(restore(new Date(lost).toISOString()), "up to a moment").toMatchObject({ status: 0, stderr: "" });
  const numbersOfMoment = numbersThere();
  rmSync(dataDir, { recursive: true });
  expect(restore()).toMatchObject({ status: 0, stderr: "" });
  const numbers = numbersThere();
  expect(numbers.slice(0, numbersOfMoment.length)).toEqual(numbersOfMoment);
  expect(numbers, "none is missing between others").toEqual(numbers.map((_, number) => number));
  const early = acknowledged.filter((at) => at < lost - 2_000).length;
  expect(early).toBeGreaterThan(10);
  expect(numbers.length).toBeGreaterThanOrEqual(early);

  await startBoth();
  const asBefore = await fetch(`${url()}/api/users`, { headers: { cookie } });
  expect(asBefore.status, "with the session of before").toBe(401);
});

test("any moment comes back into place, and the copy goes on from there", async () => {
  const cookie = await signIn({ url: url() });
  for (const number of [0, 1, 2]) await add(cookie, number);
  await pause(1_000); // until Litestream has copied it
  const moment = new Date().toISOString();
  await pause(1_000);
  for (const number of [3, 4]) await add(cookie, number);
  await copied();

  expect(restore(moment)).toEqual({
    status: 1,
    stdout: "",
    stderr: "The server or Litestream is running with this database. Stop it first, then restore.\n",
  });
  await app?.stop();
  expect(restore(moment).stderr, "while Litestream runs").toContain("Stop it first");
  await killCopying();
  const restored = restore(moment);
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  expect(restored.stdout).toMatch(/Its last change is from \d{4}-/);
  expect(restored.stdout).toContain(`moved to ${join(dataDir, "portico.db.")}`);
  expect(numbersThere()).toEqual([0, 1, 2]);
  expect(readdirSync(dataDir).filter((name) => name.includes(".replica"))).toEqual([]);
  expect(restored.stdout).toContain("Start Litestream again, too.");

  const untilHere = new Date().toISOString();
  await startBoth();
  const again = await signIn({ url: url() });
  await add(again, 5);
  await copied();
  await killBoth();
  expect(restore(untilHere).stdout).toMatch(
    /The second copy has a gap from \d{4}-.+Z to \d{4}-.+Z\. Changes made in that time are lost/,
  );
  expect(restore(new Date().toISOString()), "nothing has changed since").toMatchObject({ status: 0 });
  expect(numbersThere()).toEqual([0, 1, 2, 5]);
});

test("a copy that is no longer made grows old, and what cannot be restored is said", async () => {
  await copied();
  await killCopying();
  const last = await asOf();
  const cookie = await signIn({ url: url() });
  await add(cookie, 0);
  await pause(4_500); // it is looked at every other second
  expect(await asOf()).toBeLessThan(last + 4_000);
  startCopying();
  await copied();
  await killBoth();

  const before = new Date(Date.now() - 86_400_000).toISOString();
  expect(restore(before).stderr).toMatch(/^The second copy starts at \d{4}-.+Z\. Choose a later time\.\n$/);
  rmSync(join(folder, "copy"), { recursive: true });
  expect(restore(new Date().toISOString()).stderr).toContain("Litestream finds no second copy.");
  expect(restore().stderr).toBe("Litestream could not restore: no matching backups found.\n");
  writeFileSync(settings.LITESTREAM_CONFIG ?? "", "nonsense");
  expect(restore().stderr).toMatch(/^Litestream could not restore: .*yaml/);
  expect(numbersThere(), "what is there stays").toEqual([0]);
});
