import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { config } from "config";
import { closeDatabase, db } from "db";
import { openWriter } from "db/connection";
import { needsMigration } from "db/migrate";
import { runMigrations } from "db/run-migrations";
import { users } from "db/schema";
import { testDatabase, withConfig } from "~/testing/database";
import { listen, stop } from "./listen";
import { prepare } from "./prepare";
import { answerUpdating, answerWhileUpdating, updatingServer } from "./updating";
import { Connections } from "./workers/connections";

testDatabase({ empty: true });
afterEach(() => void vi.restoreAllMocks());

async function freePort(): Promise<number> {
  const server = await listen(() => undefined, { port: 0, host: "127.0.0.1" });
  const { port } = server.address() as AddressInfo;
  await stop(server);
  return port;
}

/** Returns the response to another process while this one is blocked. */
function answersTo(port: number, headers: Record<string, string>) {
  const program = `
    const answer = await fetch("http://127.0.0.1:${port}/orders", { headers: ${JSON.stringify(headers)} });
    console.log(JSON.stringify({ status: answer.status, retryAfter: answer.headers.get("retry-after"), type: answer.headers.get("content-type"), body: await answer.text() }));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  return JSON.parse(said) as { status: number; retryAfter: string; type: string; body: string };
}

const browser = { accept: "text/html,application/xhtml+xml" };

describe("while a database is being migrated", () => {
  test("the port answers 503 with a page or JSON, even if the main thread is blocked, and is free afterwards", async () => {
    const port = await freePort();
    const stopAnswering = await answerWhileUpdating({ port, host: "127.0.0.1" });
    const page = answersTo(port, browser);
    expect(page).toMatchObject({ status: 503, retryAfter: "10", type: "text/html; charset=utf-8" });
    expect(page.body).toContain("Portico is being updated and will be back in a minute.");
    const json = answersTo(port, { accept: "application/json" });
    expect(json).toMatchObject({ status: 503, retryAfter: "10" });
    expect(JSON.parse(json.body)).toMatchObject({ status: "updating", message: expect.any(String) });
    await stopAnswering();
    await stop(await listen(() => undefined, { port, host: "127.0.0.1" }));
  });

  test("a port in use does not delay the start", async () => {
    const other = await listen(() => undefined, { port: 0, host: "127.0.0.1" });
    await (
      await answerWhileUpdating({ port: (other.address() as AddressInfo).port, host: "127.0.0.1" })
    )();
    await stop(other);
  });

  test("the supervisor answers waiting clients, and assigns connections again afterwards", async () => {
    const connections = new Connections(() => []);
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/`, { headers: browser })).status;
    connections.server.listen(0, "127.0.0.1");
    await new Promise((resolve) => connections.server.once("listening", resolve));
    const { port } = connections.server.address() as AddressInfo;
    const connected = new Promise((resolve) => connections.server.once("connection", resolve));
    const early = ask();
    await connected;
    connections.answerHere(updatingServer());
    expect([await early, await ask()]).toEqual([503, 503]);
    connections.answerHere(undefined);
    const waiting = fetch(`http://127.0.0.1:${port}/`).catch(() => "closed");
    await new Promise((resolve) => connections.server.once("connection", resolve));
    connections.taken(2); // the second connection that waited for a process
    expect(await waiting).toBe("closed");
    connections.server.close();
  });

  test("the thread and the supervisor give the same answers", async () => {
    const here = await listen(answerUpdating, { port: 0, host: "127.0.0.1" });
    const port = await freePort();
    const stopAnswering = await answerWhileUpdating({ port, host: "127.0.0.1" });
    const answer = async (at: number, headers: HeadersInit) => {
      const got = await fetch(`http://127.0.0.1:${at}/`, { headers });
      return [got.status, [...got.headers].filter(([name]) => name !== "date"), await got.text()];
    };
    for (const headers of [browser, {}])
      expect(await answer(port, headers)).toEqual(await answer((here.address() as AddressInfo).port, headers));
    await Promise.all([stopAnswering(), stop(here)]);
  });
});

test("a start with an older database prints the progress of the migration, and keeps its content", async () => {
  await closeDatabase();
  rmSync(config.databaseFile);
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  cpSync(join(config.root, "db/migrations"), folder, { recursive: true });
  const journal = join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8")) as { entries: unknown[] };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 20) }));
  const old = openWriter(config.databaseFile);
  runMigrations(old, folder);
  old.exec(
    "insert into users (name, email, role, status) values ('Olga Old', 'olga@example.com', 'Data Scientist', 'Active')",
  );
  old.close();
  rmSync(folder, { recursive: true });

  const printed: unknown[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => printed.push(line) > 0);
  expect(needsMigration(config.databaseFile)).toBe(true);
  await withConfig({ port: await freePort(), host: "127.0.0.1" }, prepare);
  vi.restoreAllMocks();
  expect(printed.at(0)).toMatch(/^Updating the database: step 1 of \d+ …\n$/);
  expect(printed.at(-1)).toMatch(/^Updated the database in \d+\.\d s\.\n$/);
  expect(needsMigration(config.databaseFile)).toBe(false);
  expect((await db.select().from(users)).map(({ name }) => name)).toEqual(["Olga Old"]);
});
