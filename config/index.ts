/** The configuration: read once from the environment and `.env`, checked, and then the same for everybody. */
import { randomBytes } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { z } from "zod";
import { isProxies, proxies } from "./server/middleware/trust-proxy";

/** What is wrong with the configuration: a sentence for each variable, one per line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Environment = Record<string, string | undefined>;

const loopback = new Set(["127.0.0.1", "localhost", "::1"]);

/** Whether a `HOST` is reached from this machine only. */
export const isLoopback = (host: string) => loopback.has(host);

const lines = (variable: string | undefined) => variable?.replaceAll("\\n", "\n");

/** How the company of the sample is paid. */
const samplePayment = "By bank transfer to\nIBAN XX00 0000 0000 0000 00\nBIC EXAMPLEXX";
/** Where the company of the sample is. */
const sampleAddress = "1 Foundry Lane\nBristol BS1 6UA\nUnited Kingdom";

/** What turns sign-in by Firebase on: all of them, or none. */
const firebaseNames = ["FIREBASE_API_KEY", "FIREBASE_AUTH_DOMAIN", "FIREBASE_PROJECT_ID"] as const;

/** The Firebase project that keeps the passwords. */
export interface FirebaseSettings {
  /** Public: it names the project to Google and opens nothing. */
  apiKey: string;
  authDomain: string;
  projectId: string;
  /** Where the official emulator listens, such as `127.0.0.1:9099`, when that stands in for Google. */
  emulatorHost: string | undefined;
}

const text = (rule: z.ZodType<string>) => rule.optional();
const flag = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((value) => value === "true" || value === "1");
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

const Variables = z
  .object({
    PORT: whole(1, 65535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    APP_URL: text(
      z.string().refine(isBareOrigin, 'must be an address without a path, such as "https://portico.example.com"'),
    ),
    DATA_DIR: z.string().default("data"),
    DATABASE_URL: text(z.string().regex(/^file:./, 'must be a file, such as "file:data/portico.db"')),
    SAMPLE_DATA: flag.default(true),
    CLIENT_REGISTRATION: flag.default(false),
    REGISTRATION: z.enum(["open", "approval", "closed"], "must be open, approval or closed").optional(),
    SESSION_SECRET: text(z.string().min(32, "must have at least 32 characters")),
    SMTP_URL: text(z.string().regex(/^smtps?:\/\/./, 'must look like "smtp://user:password@mail.example.com:587"')),
    FIREBASE_API_KEY: text(z.string().regex(/^[\w-]+$/, "must be the project's Web API key, such as AIzaSy…")),
    FIREBASE_AUTH_DOMAIN: text(
      z.string().regex(/^[\w.-]+(:\d+)?$/, 'must be a domain without "https://", such as "my-office.firebaseapp.com"'),
    ),
    FIREBASE_PROJECT_ID: text(z.string().regex(/^[a-z\d-]+$/, 'must be the project\'s ID, such as "my-office"')),
    FIREBASE_AUTH_EMULATOR_HOST: text(
      z
        .string()
        .regex(
          /^(127\.0\.0\.1|localhost):\d{1,5}$/,
          'must be an address of this machine and a port, such as "127.0.0.1:9099"',
        ),
    ),
    GOOGLE_APPLICATION_CREDENTIALS: text(z.string()),
    MAINTENANCE: flag.default(false),
    API_DELAY_MS: whole(0, 60_000).default(0),
    LOG_LEVEL: z
      .enum(
        ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
        "must be one of fatal, error, warn, info, debug, trace, silent",
      )
      .default("info"),
    DEFAULT_DIRECTION: z.enum(["ltr", "rtl"], "must be ltr or rtl").default("ltr"),
    TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone, such as "Europe/Berlin"').default("UTC"),
    COMPANY_NAME: z.string().max(100, "must have at most 100 characters").default("Portico"),
    COMPANY_ADDRESS: text(z.string().max(500, "must have at most 500 characters")),
    COMPANY_PAYMENT: text(z.string().max(500, "must have at most 500 characters")),
    SUPPORT_EMAIL: text(z.email('must be an e-mail address, such as "help@example.com"').max(254)),
    SUPPORT_PHONE: text(
      z.string().regex(/^\+?[\d\s().\-/]{3,30}$/, 'must be a phone number, such as "+44 20 5550 0118"'),
    ),
    TRUST_PROXY: text(z.string().refine(isProxies, "must be the number of proxies in front, or their addresses")),
    HSTS_SUBDOMAINS: flag.default(false),
    ICON_HOSTS: z
      .string()
      .default("")
      .transform((list) =>
        list
          .split(",")
          .map((host) => host.trim().replace(/\/$/, ""))
          .filter(Boolean),
      )
      .refine(
        (hosts) => hosts.every((host) => /^https:\/\//.test(host) && isBareOrigin(host)),
        'must be addresses that begin with "https://", with commas between',
      ),
  })
  .superRefine((given, context) => {
    const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    if (!given.SAMPLE_DATA && !given.APP_URL)
      wrong("APP_URL", "must be set when SAMPLE_DATA is false: links in mails are built from it");
    if (given.SAMPLE_DATA && !isLoopback(given.HOST))
      wrong("HOST", "must be 127.0.0.1 while SAMPLE_DATA is true: everybody knows the demo account's password");
    const missing = firebaseNames.filter((name) => !given[name]);
    if (missing.length < firebaseNames.length)
      for (const name of missing) wrong(name, `must be set too: Firebase needs ${firebaseNames.join(", ")}`);
    const keyFile = given.GOOGLE_APPLICATION_CREDENTIALS;
    if (missing.length === 0 && keyFile && !given.FIREBASE_AUTH_EMULATOR_HOST && !isReadable(keyFile)) {
      wrong(
        "GOOGLE_APPLICATION_CREDENTIALS",
        "names a file that cannot be read: it must be the key file of a service account",
      );
    }
    if (given.FIREBASE_AUTH_EMULATOR_HOST) {
      const emulator = "FIREBASE_AUTH_EMULATOR_HOST";
      if (missing.length > 0)
        wrong(emulator, `needs ${firebaseNames.join(", ")}: the emulator stands in for a Firebase project`);
      if (!given.SAMPLE_DATA)
        wrong(emulator, "must not be set when SAMPLE_DATA is false: the emulator lets anybody in as anybody");
      const site =
        given.APP_URL && URL.canParse(given.APP_URL)
          ? new URL(given.APP_URL).hostname.replace(/^\[|\]$/g, "")
          : given.HOST;
      const isReached = !isLoopback(given.HOST) || !isLoopback(site);
      if (isReached)
        wrong(
          emulator,
          "must not be set unless HOST and APP_URL are of this machine only: the emulator lets anybody in as anybody",
        );
    }
  });

/** Reads a configuration from an environment. An empty value counts as none. Throws `ConfigError`. */
export function readConfig(environment: Environment) {
  const given = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined]),
  );
  const result = Variables.safeParse(given);
  if (!result.success)
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n"));
  const set = result.data;

  const root = findRoot();
  const dataDir = resolve(root, set.DATA_DIR);
  const host = loopback.has(set.HOST) && set.HOST !== "::1" ? set.HOST : set.HOST === "::1" ? "[::1]" : "127.0.0.1";
  const appUrl = (set.APP_URL ?? `http://${host}:${set.PORT}`).replace(/\/$/, "");
  let secret: string | undefined;

  return {
    /** The folder of the project. */
    root,
    version: packageVersion(root),
    port: set.PORT,
    host: set.HOST,
    /** How people reach this site; never ends in a slash. Every link that leaves the site is built from it. */
    appUrl,
    /** Whether people reach this site over https. */
    secure: appUrl.startsWith("https:"),
    dataDir,
    databaseFile: linkFollowed(
      set.DATABASE_URL ? resolve(root, filePath(set.DATABASE_URL)) : join(dataDir, "portico.db"),
    ),
    sampleData: set.SAMPLE_DATA,
    clientRegistration: set.CLIENT_REGISTRATION,
    registration: set.REGISTRATION ?? (set.SAMPLE_DATA ? ("open" as const) : ("approval" as const)),
    /** Signs cookies. Made when first asked for, and kept beside the database. Throws `ConfigError`. */
    get sessionSecret() {
      return (secret ??= set.SESSION_SECRET ?? keptSecret(dataDir));
    },
    smtpUrl: set.SMTP_URL,
    /** Where sign-in is delegated to; without it accounts are kept in Portico's own database. */
    firebase: firebaseSettings(set),
    maintenance: set.MAINTENANCE,
    apiDelayMs: set.API_DELAY_MS,
    logLevel: set.LOG_LEVEL,
    defaultDirection: set.DEFAULT_DIRECTION,
    timeZone: set.TIME_ZONE,
    /**
     * Who writes the invoices, and how they are paid. Address and payment may have several lines; in a variable, `\n`
     * stands for the end of one.
     */
    company: {
      name: set.COMPANY_NAME,
      address: lines(set.COMPANY_ADDRESS) ?? (set.SAMPLE_DATA ? sampleAddress : ""),
      payment: lines(set.COMPANY_PAYMENT) ?? (set.SAMPLE_DATA ? samplePayment : ""),
    },
    /** How people reach whoever helps them, besides tickets; what is not set is not shown. */
    support: {
      email: set.SUPPORT_EMAIL ?? (set.SAMPLE_DATA ? "help@example.com" : undefined),
      phone: set.SUPPORT_PHONE ?? (set.SAMPLE_DATA ? "+44 20 5550 0118" : undefined),
    },
    /** In Express's terms: whose `X-Forwarded-*` headers are believed. */
    trustProxy: proxies(set.TRUST_PROXY),
    /** Whether browsers that were here over https shall use nothing else for the domains beneath this site's either. */
    hstsSubdomains: set.HSTS_SUBDOMAINS,
    iconHosts: set.ICON_HOSTS,
    production: environment.NODE_ENV === "production",
  };
}

export type Config = ReturnType<typeof readConfig>;

function firebaseSettings(set: z.infer<typeof Variables>): FirebaseSettings | undefined {
  const {
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: authDomain,
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: emulatorHost,
  } = set;
  return apiKey && authDomain && projectId ? { apiKey, authDomain, projectId, emulatorHost } : undefined;
}

function isReadable(file: string): boolean {
  try {
    return statSync(file).isFile() && readFileSync(file).length > 0;
  } catch {
    return false;
  }
}

function isBareOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password
  );
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

const filePath = (url: string) => (url.startsWith("file://") ? fileURLToPath(url) : url.slice("file:".length));

/**
 * Where a database that is a link leads: SQLite keeps its log beside that file, so what looks for the log, or for
 * another server, has to look there too.
 */
function linkFollowed(file: string): string {
  try {
    if (!lstatSync(file).isSymbolicLink()) return file;
    return existsSync(file) ? realpathSync(file) : resolve(dirname(file), readlinkSync(file));
  } catch {
    return file; // it is not there yet, or cannot be: opening it will say so
  }
}

/** The nearest folder above with a package.json: the bundle in `build/server` finds the same one as the sources do. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function packageVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return version;
}

/**
 * The secret in the data folder, made if there is none. Of two processes that start at once, both end up with the first
 * one's.
 */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeNew(file, randomBytes(32).toString("base64url"));
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const full = (error as NodeJS.ErrnoException).code === "ENOSPC";
    const advice = full
      ? "The disk is full: free some space and start again."
      : "Make its folder writable, or set DATA_DIR to another one.";
    throw new ConfigError(`${file} cannot be read or written. ${advice}`, { cause: error });
  }
}

function writeNew(file: string, content: string) {
  try {
    writeFileSync(file, content, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Tests say what they need themselves, so that they mean the same on every machine. A thread has what the main one has
 * read.
 */
function environment(): Environment {
  const file = join(findRoot(), ".env");
  if (isMainThread && process.env.NODE_ENV !== "test" && existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

export const config: Config = readConfig(environment());
