/** Delivers mails to the server in `SMTP_URL`, or without one to a file in `DATA_DIR/outbox`. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import { createTransport } from "nodemailer";
import { config } from "config";
import type { MailRow } from "db/schema";

/** The part of a mail that is encrypted while it is queued. */
export interface MailContent {
  subject: string;
  text: string;
  /** Sender name; "Portico" by default. */
  fromName?: string;
  /** Additional headers, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
}

type Envelope = Pick<MailRow, "messageId" | "recipient" | "createdAt" | "entity" | "recordId">;

/** Timeout for each response of the mail server, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Delivers a mail, or throws. `Message-ID` and date are the same for each attempt, so that duplicates can be
 * recognized.
 */
export async function deliver(row: Envelope, { fromName = "Portico", ...content }: MailContent): Promise<void> {
  const mail = {
    from: { name: fromName, address: sender(config.smtpUrl) },
    to: row.recipient,
    messageId: `<${row.messageId}>`,
    date: row.createdAt,
    ...content,
  };
  if (!config.smtpUrl) return toFile(row, mail);
  await createTransport({
    url: config.smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  }).sendMail(mail);
}

/** Returns the sender address: most mail servers only accept the address used to log in. */
function sender(url?: string) {
  const login = url ? decodeURIComponent(new URL(url).username) : "";
  return login.includes("@") ? login : `no-reply@${new URL(config.appUrl).hostname}`;
}

const folder = () => join(config.dataDir, "outbox");

/**
 * Writes the mail as a file such as `2026-11-21T10-15-00.000Z-3f9a.eml`. The name is derived from the mail, so that a
 * second attempt writes no second file.
 */
async function toFile({ messageId, createdAt, entity, recordId }: Envelope, mail: Pick<MailContent, "headers">) {
  const headers = { ...mail.headers, ...(entity && { [recordHeader]: `${entity}/${recordId}` }) };
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message } = await transport.sendMail({ ...mail, headers });
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const name = `${createdAt.toISOString().replaceAll(":", "-")}-${createHash("sha256").update(messageId).digest("hex").slice(0, 8)}.eml`;
  await writeFile(join(folder(), name), message, { mode: 0o600 });
}

interface SendingError {
  code?: string;
  responseCode?: number;
}

/** Returns why delivery failed, as a sentence, and whether retrying is pointless. */
export function problemOf(error: unknown): { problem: string; isFinal: boolean } {
  const { code = "", responseCode = 0 } = (typeof error === "object" && error !== null ? error : {}) as SendingError;
  const isFinal = responseCode >= 500;
  const said = responseCode ? ` (${responseCode})` : "";
  if (!config.smtpUrl) return { problem: "The file for it could not be written into DATA_DIR/outbox.", isFinal: false };
  if (code === "EAUTH")
    return { problem: `The mail server refused the name or password in SMTP_URL${said}.`, isFinal: false };
  if (code === "EENVELOPE") return { problem: `The mail server refused the address${said}.`, isFinal };
  if (code === "EMESSAGE") return { problem: `The mail server refused the mail${said}.`, isFinal };
  if (responseCode) return { problem: `The mail server did not take the mail${said}.`, isFinal: false };
  return { problem: "The mail server could not be reached, or did not answer.", isFinal: false };
}

/** Header of mail files with the record that the mail is about, such as `invoices/INV-0012`. */
const recordHeader = "X-Portico-Record";

/** Deletes the mail files to these addresses or about these records. */
export async function deleteFiles({ to = [], about = [] }: { to?: string[]; about?: string[] }): Promise<void> {
  const gone = { to: new Set(to.map(normalizeAddress)), about: new Set(about) };
  const files = await readdir(folder()).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? [] : Promise.reject(error),
  );
  for (const file of files.filter((name) => name.endsWith(".eml"))) {
    const mail = await readFile(join(folder(), file), "utf8");
    if (gone.to.has(normalizeAddress(headerOf(mail, "To"))) || gone.about.has(headerOf(mail, recordHeader)))
      await rm(join(folder(), file), { force: true });
  }
}

/** Returns the value of a header, with all lines if it is folded. */
const headerOf = (mail: string, name: string) =>
  new RegExp(`^${name}: *((?:.*\\n[ \\t])*.*)$`, "im").exec(mail.split("\n\n", 1)[0] ?? "")?.[1] ?? "";

/** Normalizes an address as mails contain it: unfolded, and with its domain in ASCII. */
function normalizeAddress(address: string): string {
  const [, name = "", domain = ""] = /^(.*)@(.*)$/.exec(address.replace(/\s/g, "").toLowerCase()) ?? [];
  return `${name}@${domainToASCII(domain) || domain}`;
}
