import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { config } from "config";
import { closeDatabase, write } from "db";
import { demo } from "db/samples/users";
import { facts, users } from "db/schema";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { weaknesses } from "./deployment";

testDatabase();

const sound = { sampleData: false, appUrl: "https://portico.example.com", secure: true, trustProxy: 1, registration: "approval", smtpUrl: "smtp://mail" } as const;

/** What is found; that these tests may run as root is left out. */
const found = async (settings: Parameters<typeof withConfig>[0] = {}) =>
  (await withConfig({ ...sound, ...settings }, weaknesses)).filter((sentence) => !sentence.startsWith("This runs as root"));

const backedUp = () => write(async (tx) => void (await tx.insert(facts).values({ name: "lastBackupAt", value: new Date().toISOString() })));

test("nothing is found where nothing is wrong", async () => {
  await backedUp();
  expect(await found()).toEqual([]);
});

test.each([
  ["samples", { sampleData: true }, "SAMPLE_DATA"],
  ["no https", { secure: false }, "APP_URL"],
  ["open to the network without https", { secure: false, host: "0.0.0.0" }, "HOST"],
  ["a proxy that is not trusted", { trustProxy: false as const }, "TRUST_PROXY"],
  ["open registration", { registration: "open" as const }, "REGISTRATION"],
  ["no mail", { smtpUrl: undefined }, "SMTP_URL"],
])("%s is found", async (_, settings, name) => {
  await backedUp();
  expect((await found(settings)).some((sentence) => sentence.startsWith(`${name} `))).toBe(true);
});

test("a door that is closed before anybody is in is found", async () => {
  await backedUp();
  expect(await found({ registration: "closed" })).toEqual([]);
  await write(async (tx) => void (await tx.update(users).set({ uid: null })));
  expect(await found({ registration: "closed" })).toEqual([expect.stringContaining("nobody can ever get in")]);
  expect(await found()).toEqual([]);
});

test("the demo account is found", async () => {
  await write(async (tx) => void (await tx.insert(users).values({ name: "Mara", email: demo.email, role: cast.ada.role, status: "Active" })));
  expect(await found()).toContainEqual(expect.stringContaining(demo.email));
});

test("a database that others can read is found", async () => {
  await closeDatabase();
  chmodSync(config.databaseFile, 0o644);
  expect(await found()).toContainEqual(expect.stringContaining(`chmod 600 ${config.databaseFile}`));
});

test("a backup that is missing is found", async () => {
  expect(await found()).toEqual([expect.stringContaining("no backup")]);
});
