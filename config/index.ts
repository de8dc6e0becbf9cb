/** The configuration: read once from the environment and `.env`, checked, and then the same for everybody. */
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import type { z } from "zod";
import { proxies } from "./proxies";
import { ConfigError } from "./error";
import { isLoopback } from "./loopback";
import { readOrCreateSecret } from "./secret";
import { Variables } from "./variables";

export { ConfigError, isLoopback };

type Environment = Record<string, string | undefined>;

const lines = (variable: string | undefined) => variable?.replaceAll("\\n", "\n");

/** How the company of the sample is paid. */
const samplePayment = "By bank transfer to\nIBAN XX00 0000 0000 0000 00\nBIC EXAMPLEXX";
/** Where the company of the sample is. */
const sampleAddress = "1 Foundry Lane\nBristol BS1 6UA\nUnited Kingdom";

/** The Firebase project that keeps the passwords. */
export interface FirebaseSettings {
  /** Public: it names the project to Google and opens nothing. */
  apiKey: string;
  authDomain: string;
  projectId: string;
  /** Where the official emulator listens, such as `127.0.0.1:9099`, when that stands in for Google. */
  emulatorHost: string | undefined;
}

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
  const host = isLoopback(set.HOST) ? (set.HOST.includes(":") ? `[${set.HOST}]` : set.HOST) : "127.0.0.1";
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
    /** Whether this is a sample. `HOST` and `APP_URL` are of this machine then. */
    sampleData: set.SAMPLE_DATA,
    clientRegistration: set.CLIENT_REGISTRATION,
    registration: set.REGISTRATION ?? (set.SAMPLE_DATA ? ("open" as const) : ("approval" as const)),
    /** Signs cookies. Made when first asked for, and kept beside the database. Throws `ConfigError`. */
    get sessionSecret() {
      return (secret ??= set.SESSION_SECRET ?? readOrCreateSecret(dataDir));
    },
    smtpUrl: set.SMTP_URL,
    /** Where sign-in is delegated to; without it accounts are kept in Portico's own database. */
    firebase: firebaseSettings(set),
    /** How many processes serve, see `server/workers`. */
    workers: set.WORKERS === "auto" ? availableParallelism() : Number(set.WORKERS),
    /** Litestream's own settings: where its copy of the database is, and how to get at it. */
    litestreamConfig: set.LITESTREAM_CONFIG,
    /** Where Litestream says how far its copy of the database has come; without it there is no copy. */
    litestreamMetricsUrl: set.LITESTREAM_METRICS_URL,
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
 * Tests say what they need themselves, so that they mean the same on every machine. A thread has what the main one has
 * read.
 */
function environment(): Environment {
  const file = join(findRoot(), ".env");
  if (isMainThread && process.env.NODE_ENV !== "test" && existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

export const config: Config = readConfig(environment());
