/** Tests the data that remain after a kill during form submissions, and the messages of a failed start. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Connection, openWriter } from "../../db/connection";
import { appEnvironment, freePort, type RunningApp, startApp } from "../../scripts/app.mjs";
import { paths } from "../../scripts/messages.mjs";
import { demo } from "../support";
import { signIn } from "./people";

const folders: string[] = [];
const apps: RunningApp[] = [];

async function start(dataDir: string, env: Record<string, string> = {}): Promise<RunningApp> {
  const app = await startApp({ dataDir, env });
  apps.push(app);
  return app;
}

function folder(): string {
  folders.push(mkdtempSync(join(tmpdir(), "portico-restart-")));
  return folders.at(-1) ?? "";
}

test.afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.stop("SIGKILL")));
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

const post = (app: RunningApp, path: string, cookie: string, fields: Record<string, string>) =>
  fetch(app.url + path, { method: "POST", redirect: "manual", headers: { cookie }, body: new URLSearchParams(fields) });

/** Renames the cookies for another port, which differs with each start. */
const movedTo = (app: RunningApp, cookie: string) => cookie.replace(/-\d+=/g, `-${app.port}=`);

const get = (app: RunningApp, path: string, cookie: string) =>
  fetch(app.url + path, { redirect: "manual", headers: { cookie } });

/** Reads from the database file of a stopped server. */
function inspect<Result>(dataDir: string, read: (database: Connection) => Result): Result {
  const database = openWriter(join(dataDir, "portico.db"));
  try {
    return read(database);
  } finally {
    database.close();
  }
}

test("a kill in the midst of forms leaves a sound file, in which each change is whole, with its entry in the journal", async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  const cookie = await signIn(first);
  const acknowledged: string[] = [];
  let killed: Promise<unknown> | undefined;

  const writer = async (name: string) => {
    for (let number = 0; ; number++) {
      const email = `${name}${number}@example.com`;
      const answer = await post(first, "/users/create", cookie, {
        name,
        email,
        role: "IT Support",
        status: "Active",
        country: "",
        phone: "",
      });
      if (answer.status !== 303) throw new Error(`refused with ${answer.status}: ${await answer.text()}`);
      if (acknowledged.push(email) === 40) killed = first.stop("SIGKILL");
    }
  };
  const endings = await Promise.allSettled(["ann", "ben", "cyd", "dan"].map(writer));
  for (const ending of endings) expect(String(ending.status === "rejected" && ending.reason)).toContain("fetch failed");
  await killed;

  inspect(dataDir, (database) => {
    expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(database.pragma("foreign_key_check")).toEqual([]);
    const kept = database.prepare("select email from users where email like '%@example.com' and id > 20").pluck().all();
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    const without = database.prepare(
      "select count(*) from users where not exists (select 1 from journal where entity = 'users' and record_id = users.id and action = 'created')",
    );
    expect(without.pluck().get()).toBe(0);
    const orphans = database.prepare(
      "select count(*) from journal where entity = 'users' and not exists (select 1 from users where users.id = record_id)",
    );
    expect(orphans.pluck().get()).toBe(0);
  });

  const second = await start(dataDir);
  const page = await get(second, "/users?q=ann0", movedTo(second, cookie));
  expect(
    { status: page.status, found: (await page.text()).includes("ann0@example.com") },
    "with the session of before",
  ).toEqual({ status: 200, found: true });
});

test("an undelivered mail is sent after the next start, also if the process was killed while sending", async () => {
  const dataDir = folder();
  let asked = 0;
  const silent = createServer((socket) => void (asked++, socket.on("error", () => undefined)));
  const port = await new Promise<number>((resolve) =>
    silent.listen(0, "127.0.0.1", () => resolve((silent.address() as { port: number }).port)),
  );
  const first = await start(dataDir, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  await post(first, "/forget-password", "", { email: demo.email });
  await expect.poll(() => asked).toBe(1);
  await first.stop("SIGKILL");
  silent.close();

  inspect(dataDir, (database) => {
    const waiting = database.prepare("select recipient, tries, content from mails").all() as { content: string }[];
    expect(waiting).toMatchObject([{ recipient: demo.email, tries: 1 }]);
    expect(waiting[0]?.content).not.toContain("oobCode");
    database.exec("update mails set due_at = 0"); // as some minutes later
  });
  await start(dataDir);
  const outbox = join(dataDir, "outbox");
  await expect.poll(() => (existsSync(outbox) ? readdirSync(outbox).length : 0)).toBe(1);
  const mail = readFileSync(join(outbox, readdirSync(outbox)[0] ?? ""), "utf8");
  expect(mail).toContain(`To: ${demo.email}`);
  expect(mail).toContain("oobCode");
  await expect
    .poll(() => inspect(dataDir, (database) => database.prepare("select count(*) from mails").pluck().get()))
    .toBe(0);
});

test("a second start on the same data folder changes no data", async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  const cookie = await signIn(first);
  await post(first, "/users/4/trash", cookie, {});
  await first.stop();
  const rows = () =>
    inspect(dataDir, (database) =>
      JSON.stringify([database.prepare("select * from users").all(), database.prepare("select * from journal").all()]),
    );
  const before = rows();
  const second = await start(dataDir);
  expect((await get(second, "/users/4", movedTo(second, cookie))).status).toBe(200);
  await second.stop();
  expect(rows()).toBe(before);
});

test("a port in use is reported in one sentence, without a stack trace", async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, "127.0.0.1", () => {
      const address = other.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  try {
    const failed = startApp({ dataDir: folder(), env: { PORT: String(port) } });
    await expect(failed).rejects.toThrow(
      new RegExp(`^The app did not start\\.\nPort ${port} is taken\\. [^\n]*PORT=${port + 1} npm start\n?$`),
    );
  } finally {
    other.close();
  }
});

test("a second server on one data folder says so, and the first one goes on", async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  const child = spawnSync(process.execPath, [paths.server], {
    cwd: paths.root,
    encoding: "utf8",
    timeout: 30_000,
    env: appEnvironment({ port: await freePort(), dataDir }),
  });
  expect(child.stderr.trim()).toBe(
    `Another server is running with ${join(dataDir, "portico.db")}. Stop it first, or set DATA_DIR to another folder.`,
  );
  expect(child.status).toBe(1);
  expect((await fetch(`${first.url}/health`)).status).toBe(200);
});
