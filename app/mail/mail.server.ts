/** Mail: by SMTP when `SMTP_URL` is set, else as files in the outbox. A mail that fails is logged and breaks nothing. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { domainToASCII } from "node:url";
import { createTransport } from "nodemailer";
import { config, isLoopback } from "config";
import { log } from "~/lib/log.server";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** What the log calls it, where the subject has words that people wrote. */
  about?: string;
  /** Further headers, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
}

/** A sample without SMTP, reached from this machine only, shows the links of its mails on the page, since nobody would ever receive them. */
export const showsOwnMail = () => config.sampleData && isLoopback(config.host) && !config.smtpUrl;

/** Waits this long for a mail server's answers, in milliseconds. */
const patience = 10_000;

const underWay = new Set<Promise<void>>();

/** As the log has it. */
const named = ({ about, subject }: Mail) => ({ mail: about ?? subject });

/** Sends a mail. Resolves when it is on its way, or when it has failed and that is in the log; never rejects. */
export function sendMail(mail: Mail): Promise<void> {
  const sending = deliver(mail)
    .catch((error: unknown) => log.error({ err: error, ...named(mail) }, "a mail could not be sent"))
    .finally(() => underWay.delete(sending));
  underWay.add(sending);
  return sending;
}

/** Resolves when every mail that was begun has ended: for a stop, and for tests. */
export async function mailSettled(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** Mail leaves this long after it was asked for, in milliseconds: whether an answer sent one does not show in its time. */
const afterTheAnswer = 100;

async function deliver(mail: Mail) {
  await pause(afterTheAnswer);
  if (config.smtpUrl) return viaServer(config.smtpUrl, mail);
  const file = await toOutbox(mail);
  log.info({ file, ...named(mail) }, "a mail was put into the outbox, because SMTP_URL is not set");
}

/** Connections to the mail server at once: an act may write to hundreds of people, and servers turn a crowd away. */
let lanes = 3;
const waiting: (() => void)[] = [];

/** Does it when a lane is free, in the order in which they asked. */
async function inLane(send: () => Promise<unknown>) {
  if (lanes > 0) lanes--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    await send();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else lanes++;
  }
}

async function viaServer(url: string, mail: Mail) {
  const times = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  await inLane(() => createTransport({ url, ...times }).sendMail({ from: sender(url), ...mail }));
  log.info(named(mail), "a mail was sent");
}

/** Writes the mail as the file that a mail server would get, such as `data/outbox/2026-11-21T10-15-00.000Z-3f9a.eml`. */
async function toOutbox(mail: Mail): Promise<string> {
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: "unix" }).sendMail({ from: sender(), ...mail });
  const folder = join(config.dataDir, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(2).toString("hex")}.eml`);
  await writeFile(file, message, { mode: 0o600, flag: "wx" });
  return file;
}

/** Takes the mails to these addresses out of the outbox: who they were for is erased. What fails is in the log; never rejects. */
export function deleteMailsTo(addresses: string[]): Promise<void> {
  const deleting = deleteFrom(join(config.dataDir, "outbox"), new Set(addresses.map(asWritten)))
    .catch((error: unknown) => log.error({ err: error }, "mails to somebody who was erased are still in the outbox"))
    .finally(() => underWay.delete(deleting));
  underWay.add(deleting);
  return deleting;
}

/** An address as mails have it: a long one is broken, and a domain with other letters is spelled in ASCII. */
function asWritten(address: string): string {
  const [, name = "", domain = ""] = /^(.*)@(.*)$/.exec(address.replace(/\s/g, "").toLowerCase()) ?? [];
  return `${name}@${domainToASCII(domain) || domain}`;
}

async function deleteFrom(folder: string, addresses: ReadonlySet<string>) {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? [] : Promise.reject(error)));
  for (const file of files.filter((name) => name.endsWith(".eml"))) {
    const [, to = ""] = /^To:((?:.*\n[ \t])*.*)$/im.exec(await readFile(join(folder, file), "utf8")) ?? [];
    if (addresses.has(asWritten(to))) await rm(join(folder, file), { force: true });
  }
}

/** Most mail servers send only for the address that they were logged in to with. */
function sender(url?: string) {
  const login = url ? decodeURIComponent(new URL(url).username) : "";
  return { name: "Portico", address: login.includes("@") ? login : `no-reply@${new URL(config.appUrl).hostname}` };
}
