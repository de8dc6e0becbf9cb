import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inArray, isNotNull } from "drizzle-orm";
import { config, isLoopback } from "config";
import { db } from "db";
import { demoPeople } from "db/samples/users";
import { facts, users } from "db/schema";
import { firebaseFaults } from "~/auth/identity/firebase/check.server";
import { writeMark } from "./health";
import { replicaLooks } from "./replica/age";

const day = 86_400_000;

/** What is not safe yet about running this for real: a sentence each, which says what to do. */
export async function weaknesses(): Promise<string[]> {
  return [...settings(), ...secretFiles(), ...(await database()), ...(await secondCopy()), ...(await firebaseFaults())];
}

function settings(): string[] {
  const local = isLoopback(config.host);
  return when([
    [
      config.sampleData,
      "SAMPLE_DATA is on: anybody can read the demo account's password. Set SAMPLE_DATA=false with a database of its own.",
    ],
    [
      !config.secure,
      "APP_URL is not https, so passwords cross the network in the clear. Put a proxy with a certificate in front and set APP_URL to its https address.",
    ],
    [
      !config.secure && !local,
      `HOST is ${config.host}, so the site is reached from outside without https. Set HOST=127.0.0.1 and let the proxy in front be reached.`,
    ],
    [
      config.secure && local && !config.trustProxy,
      "TRUST_PROXY is not set, so everybody behind the proxy shares one limit of failed sign-ins. Set TRUST_PROXY=1.",
    ],
    [
      config.registration === "open",
      "REGISTRATION is open: anybody with an e-mail address gets in. Set it to approval or closed, or leave it out.",
    ],
    [
      !config.smtpUrl && !config.firebase,
      "SMTP_URL is not set, so nobody receives the mails that verify an address or reset a password. Set it to your mail server.",
    ],
    [process.getuid?.() === 0, "This runs as root. Give Portico a user of its own."],
  ]);
}

function secretFiles(): string[] {
  const keyFile = config.firebase && process.env.GOOGLE_APPLICATION_CREDENTIALS;
  const files = [
    ...(keyFile ? [keyFile] : []),
    config.databaseFile,
    `${config.databaseFile}-wal`,
    join(config.dataDir, "secret"),
    join(config.root, ".env"),
    ...(config.litestreamMetricsUrl ? [config.litestreamConfig] : []),
  ];
  return files
    .filter(readByOthers)
    .map((file) => `Other users of this machine can read ${file}. Run: chmod 600 ${file}`);
}

function readByOthers(file: string): boolean {
  return process.platform !== "win32" && existsSync(file) && (statSync(file).mode & 0o077) !== 0;
}

async function database(): Promise<string[]> {
  if (!existsSync(config.databaseFile)) return [];
  const demos = await db
    .select({ email: users.email })
    .from(users)
    .where(
      inArray(
        users.email,
        demoPeople.map(({ email }) => email),
      ),
    );
  const [somebody] = await db.select({ id: users.id }).from(users).where(isNotNull(users.uid)).limit(1);
  const kept = new Map((await db.select().from(facts)).map(({ name, value }) => [name, value]));
  const lastBackup = kept.get("lastBackupAt");
  const known = demos.map(
    ({ email }) =>
      `The demo account ${email} is in this database, and its password is known. Delete that person, or start with an empty database.`,
  );
  const others = when([
    [
      config.registration === "closed" && !somebody,
      "REGISTRATION is closed and nobody has ever signed in, so nobody can ever get in. Leave it out until the first person has registered.",
    ],
    [kept.has("sample") && !config.sampleData, "This database began as a sample. Start with an empty one."],
    [
      !lastBackup || Date.now() - Date.parse(lastBackup) > day,
      "There is no backup of the last 24 hours. Run npm run backup -- FILE every day.",
    ],
  ]);
  return [...known, ...others];
}

/** Makes a change and waits for the copy to have it, a quarter of a minute at most. */
async function secondCopy(): Promise<string[]> {
  const { litestreamMetricsUrl, databaseFile } = config;
  if (!litestreamMetricsUrl || !existsSync(databaseFile)) return [];
  const look = replicaLooks(litestreamMetricsUrl, databaseFile);
  try {
    await look();
    if (await writeMark()) return ["No change could be made, so nobody knows whether the second copy gets them."];
    for (const begun = Date.now(); Date.now() - begun < 15_000;) {
      if (await look()) return [];
      await pause(1_000);
    }
    return [
      "The second copy does not get what changes. Look at Litestream's log (journalctl -u portico-litestream); where it says nothing, restart it (systemctl restart portico-litestream).",
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const when = (cases: [boolean, string][]) => cases.filter(([holds]) => holds).map(([, sentence]) => sentence);
