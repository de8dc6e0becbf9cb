import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { config } from "config";
import { closeDatabase, write } from "db";
import { demoPeople } from "db/samples/users";
import { accounts, facts, users } from "db/schema";
import { cast, testDatabase, withConfig } from "~/testing/database";
import express from "express";
import { hostHeaderFault, deploymentProblems } from "./deployment";
import { ownHost } from "./middleware/gates";
import { serving } from "./testing/http";

testDatabase();

const sound = {
  sampleData: false,
  appUrl: "https://portico.example.com",
  secure: true,
  trustProxy: 1,
  registration: "approval",
  smtpUrl: "smtp://mail",
} as const;

/** Makes the tests independent of the user who runs them. */
beforeEach(() => void vi.spyOn(process, "getuid").mockReturnValue(1000));
afterEach(() => vi.restoreAllMocks());

const found = (settings: Parameters<typeof withConfig>[0] = {}) =>
  withConfig({ ...sound, ...settings }, deploymentProblems);

const note = (name: string, value: string) =>
  write(async (tx) => void (await tx.insert(facts).values({ name, value })));
const backedUp = (hoursAgo = 0) => note("lastBackupAt", new Date(Date.now() - hoursAgo * 3_600_000).toISOString());

test("a correct deployment has no problems", async () => {
  await backedUp();
  expect(await found()).toEqual([]);
});

test.each([
  ["samples", { sampleData: true }, ["SAMPLE_DATA"]],
  ["no https", { secure: false }, ["APP_URL"]],
  ["open to the network without https", { secure: false, host: "0.0.0.0" }, ["APP_URL", "HOST", "HOST"]],
  ["a proxy that is not trusted", { trustProxy: false as const }, ["TRUST_PROXY"]],
  ["open registration, which for real lets nobody in without approval: nothing", { registration: "open" as const }, []],
  ["an address that only this machine reaches", { appUrl: "http://127.0.0.1:3000", secure: false }, ["APP_URL"]],
  ["a number of proxies where the port is open to others", { host: "0.0.0.0" }, ["HOST"]],
  ["the address of a proxy where the port is open to others: nothing", { host: "0.0.0.0", trustProxy: "10.0.0.5" }, []],
  ["no mail", { smtpUrl: undefined }, ["SMTP_URL"]],
  [
    "a server without a proxy, open to the network with https of its own: nothing",
    { trustProxy: false as const, host: "0.0.0.0" },
    [],
  ],
])("check of the settings: %s", async (_, settings, names) => {
  await backedUp();
  expect((await found(settings)).map((sentence) => sentence.split(" ")[0])).toEqual(names);
});

test("running as root is a problem", async () => {
  await backedUp();
  vi.spyOn(process, "getuid").mockReturnValue(0);
  expect(await found()).toEqual([expect.stringContaining("root")]);
});

test("closed registration is a problem as long as nobody has ever signed in", async () => {
  await backedUp();
  expect(await found({ registration: "closed" })).toEqual([]);
  await write(async (tx) => void (await tx.update(users).set({ uid: null })));
  expect(await found({ registration: "closed" })).toEqual([expect.stringContaining("nobody can create an account")]);
  expect(await found()).toEqual([]);
});

test.each(demoPeople.map(({ title, email }) => [title, email]))(
  "the demo account (%s) %s is found, and nobody who only has its address",
  async (_, email) => {
    await backedUp();
    const person = { name: "Somebody", email, role: cast.ada.role, status: "Active" } as const;
    await write(async (tx) => void (await tx.insert(users).values(person)));
    expect(await found()).toEqual([]);
    await write(async (tx) => void (await tx.insert(accounts).values({ uid: "demo", email })));
    expect(await found()).toEqual([expect.stringMatching(`^The demo accounts ${email} are .+ --remove-demo`)]);
  },
);

test.each(["portico.db", "portico.db-wal", "secret", ".env"])("%s is a problem if others can read it", async (name) => {
  await backedUp();
  const file = join(config.dataDir, name);
  if (name === "secret" || name === ".env") writeFileSync(file, "");
  chmodSync(file, 0o640);
  const sentences = await found({ root: config.dataDir });
  chmodSync(file, 0o600);
  expect(sentences).toEqual([expect.stringContaining(`chmod 600 ${file}`)]);
});

test("a database that began as a sample is a problem in real use", async () => {
  await backedUp();
  await note("sample", "true");
  expect(await found()).toEqual([expect.stringContaining("created as a sample")]);
  expect(await found({ sampleData: true })).toEqual([expect.stringContaining("SAMPLE_DATA")]);
});

test("a backup that is missing or older than a day is a problem", async () => {
  expect(await found()).toEqual([expect.stringContaining("no backup")]);
  await backedUp(25);
  expect(await found()).toEqual([expect.stringContaining("no backup")]);
});

test("without a database, only the settings are checked", async () => {
  await closeDatabase();
  rmSync(config.databaseFile);
  expect(await found()).toEqual([]);
});

test("empty settings of the second copy are a problem", async () => {
  await backedUp();
  const file = join(config.dataDir, "empty.yml");
  writeFileSync(file, "", { mode: 0o600 });
  const sentences = await found({ litestreamMetricsUrl: "http://127.0.0.1:9/metrics", litestreamConfig: file });
  expect(sentences).toContain(`${file} is empty, so the second copy cannot be read.`);
});

test("a second copy that is not made is a problem, and so are its settings if others can read them", async () => {
  await backedUp();
  const file = join(config.dataDir, "litestream.yml");
  writeFileSync(file, "dbs:\n", { mode: 0o644 });
  const url = "http://127.0.0.1:9/metrics";
  expect(await found({ litestreamMetricsUrl: url, litestreamConfig: file })).toEqual([
    `Other users of this machine can read ${file}. Run: chmod 600 ${file}`,
    `Litestream does not answer at ${url}, so the second copy is not kept up. Start it.`,
  ]);
});

test("a proxy that does not pass on the Host header is reported, with the line to add", async () => {
  const answer = express.Router().use((_, res) => void res.send("Log in"));
  const bare = await serving(express().use(ownHost, answer));
  const sound = await serving(express().use(answer));
  const foundAt = (port: number) => withConfig({ appUrl: `http://127.0.0.1:${port}` }, hostHeaderFault);
  expect(await foundAt(bare.port)).toEqual([
    `Requests to http://127.0.0.1:${bare.port} reach Portico with another Host header, so all of them are refused. Let the proxy pass the header on; in nginx: proxy_set_header Host $http_host;`,
  ]);
  expect(await foundAt(sound.port)).toEqual([]);
});

test("a site that does not respond is not reported for its Host header", async () => {
  const { server, port } = await serving(express());
  await new Promise((resolve) => server.close(resolve));
  expect(await withConfig({ appUrl: `http://127.0.0.1:${port}` }, hostHeaderFault)).toEqual([]);
});
