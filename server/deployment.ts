import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isNotNull } from "drizzle-orm";
import { config, isLoopback } from "config";
import { db } from "db";
import { findDemoLogins } from "db/samples/demo-accounts";
import { facts, users } from "db/schema";
import { firebaseFaults } from "~/auth/identity/firebase/check.server";
import { writeMark } from "./health";
import { foreignHostText } from "./middleware/gates";
import { replicaLooks } from "./replica/age";

const day = 86_400_000;

/** Returns the security and configuration problems of this deployment, each as a sentence that says what to do. */
export async function deploymentProblems(): Promise<string[]> {
  return [...settings(), ...secretFiles(), ...(await database()), ...(await secondCopy()), ...(await firebaseFaults())];
}

/**
 * Warns if clients can forge the address that rate limits use: with `TRUST_PROXY` as a number on an open port, anyone
 * who bypasses the proxy is trusted like it.
 */
export function forgeableAddresses(): string[] {
  const { host, port, trustProxy } = config;
  if (isLoopback(host) || typeof trustProxy !== "number") return [];
  return [
    `HOST is ${host} and TRUST_PROXY is ${trustProxy}, so clients that bypass the proxy on port ${port} can forge the address that rate limits, logs and sessions use. Set TRUST_PROXY to the proxy's own address, or HOST=127.0.0.1.`,
  ];
}

function settings(): string[] {
  const local = isLoopback(config.host);
  const site = new URL(config.appUrl);
  return sentencesThatHold([
    [
      config.sampleData,
      "SAMPLE_DATA is true, so this is a sample with published passwords, meant for this machine only. Set SAMPLE_DATA=false and use an empty DATA_DIR.",
    ],
    [
      !config.sampleData && isLoopback(site.hostname),
      `APP_URL is ${config.appUrl}, which only this machine can open, and links in mails use it. Set it to the address that people use.`,
    ],
    [
      !config.secure && !isLoopback(site.hostname),
      "APP_URL is not https, so passwords are sent unencrypted. Put a proxy with a certificate in front of Portico, and set APP_URL to its https address.",
    ],
    [
      !config.secure && !local,
      `HOST is ${config.host}, so the site can be opened from outside without https. Set HOST=127.0.0.1, so that only the proxy can reach it.`,
    ],
    [
      config.secure && local && !config.trustProxy,
      "TRUST_PROXY is not set, so everyone behind the proxy shares one limit for failed logins. Set TRUST_PROXY=1.",
    ],
    [
      !config.smtpUrl && !config.firebase,
      "SMTP_URL is not set, so mails that verify an address or reset a password are not delivered. Set it to your mail server.",
    ],
    [process.getuid?.() === 0, "This check runs as root. Create a user for Portico, and run this check as that user."],
  ]).concat(forgeableAddresses());
}

/** Requests a page at APP_URL and reports a proxy that does not pass on the `Host` header. */
export async function hostHeaderFault(): Promise<string[]> {
  const request = fetch(new URL("/login", config.appUrl), { redirect: "manual", signal: AbortSignal.timeout(5_000) });
  const answer = await request.catch(() => undefined); // the server may not be running
  const isForeign = answer?.status === 400 && (await answer.text()).includes(foreignHostText);
  return isForeign
    ? [
        `Requests to ${config.appUrl} reach Portico with another Host header, so all of them are refused. Let the proxy pass the header on; in nginx: proxy_set_header Host $http_host;`,
      ]
    : [];
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
  const readable = files
    .filter(readByOthers)
    .map((file) => `Other users of this machine can read ${file}. Run: chmod 600 ${file}`);
  const { litestreamConfig, litestreamMetricsUrl } = config;
  const isCutOff = litestreamMetricsUrl && existsSync(litestreamConfig) && statSync(litestreamConfig).size === 0;
  return isCutOff ? [...readable, `${litestreamConfig} is empty, so the second copy cannot be read.`] : readable;
}

function readByOthers(file: string): boolean {
  return process.platform !== "win32" && existsSync(file) && (statSync(file).mode & 0o077) !== 0;
}

async function database(): Promise<string[]> {
  if (!existsSync(config.databaseFile)) return [];
  const demoLogins = await findDemoLogins();
  const [somebody] = await db.select({ id: users.id }).from(users).where(isNotNull(users.uid)).limit(1);
  const kept = new Map((await db.select().from(facts)).map(({ name, value }) => [name, value]));
  const lastBackup = kept.get("lastBackupAt");
  return sentencesThatHold([
    [
      demoLogins.length > 0,
      `The demo accounts ${demoLogins.map(({ email }) => email).join(", ")} are in this database, so Portico does not start with SAMPLE_DATA=false. Run npm run access -- --remove-demo, or use an empty DATA_DIR.`,
    ],
    [
      config.registration === "closed" && !somebody,
      "REGISTRATION is closed and nobody has signed in yet, so nobody can create an account. Remove the setting until the first person has registered.",
    ],
    [
      kept.has("sample") && !config.sampleData,
      "This database was created as a sample, so it contains invented people, orders and invoices. Use an empty DATA_DIR.",
    ],
    [
      !lastBackup || Date.now() - Date.parse(lastBackup) > day,
      "There is no backup of the last 24 hours. Run npm run backup -- FILE every day.",
    ],
  ]);
}

/** Makes a change and waits for the replica to receive it, 15 seconds at most. */
async function secondCopy(): Promise<string[]> {
  const { litestreamMetricsUrl, databaseFile } = config;
  if (!litestreamMetricsUrl || !existsSync(databaseFile)) return [];
  const look = replicaLooks(litestreamMetricsUrl, databaseFile);
  try {
    await look();
    if (await writeMark()) return ["The database could not be changed, so the second copy could not be tested."];
    for (const begun = Date.now(); Date.now() - begun < 15_000;) {
      if (await look()) return [];
      await pause(1_000);
    }
    return [
      "The second copy does not receive changes. Check Litestream's log (journalctl -u portico-litestream). If it shows no error, restart it (systemctl restart portico-litestream).",
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const sentencesThatHold = (cases: [boolean, string][]) =>
  cases.filter(([holds]) => holds).map(([, sentence]) => sentence);
