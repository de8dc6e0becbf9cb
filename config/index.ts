/** The configuration: read once from the environment and `.env`, and validated. */
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import type { z } from "zod";
import { proxies } from "./proxies";
import { currencyCodes } from "./currencies";
import { ConfigError } from "./error";
import { isLoopback } from "./loopback";
import { readOrCreateSecret } from "./secret";
import { Variables } from "./variables";

export { ConfigError, currencyCodes, isLoopback };

type Environment = Record<string, string | undefined>;

const lines = (variable: string | undefined) => variable?.replaceAll("\\n", "\n");

/** Payment details of the sample company. */
const samplePayment = "By bank transfer to\nIBAN XX00 0000 0000 0000 00\nBIC EXAMPLEXX";
/** Address of the sample company. */
const sampleAddress = "1 Foundry Lane\nBristol BS1 6UA\nUnited Kingdom";

/** The Firebase project used for sign-in. */
export interface FirebaseSettings {
  /** Public: identifies the project to Google and grants no access. */
  apiKey: string;
  authDomain: string;
  projectId: string;
  /** Address of the official emulator, such as `127.0.0.1:9099`, if it is used instead of Google. */
  emulatorHost: string | undefined;
}

/** Reads a configuration from an environment. Empty values count as unset. Throws `ConfigError`. */
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
    /** The project's root folder. */
    root,
    version: packageVersion(root),
    port: set.PORT,
    host: set.HOST,
    /** Public address of this site, without a trailing slash. Used in all links outside the site. */
    appUrl,
    /** Whether the public address uses https. */
    secure: appUrl.startsWith("https:"),
    dataDir,
    databaseFile: linkFollowed(
      set.DATABASE_URL ? resolve(root, filePath(set.DATABASE_URL)) : join(dataDir, "portico.db"),
    ),
    /** Whether this is a sample. `HOST` and `APP_URL` are then limited to this machine. */
    sampleData: set.SAMPLE_DATA,
    clientRegistration: set.CLIENT_REGISTRATION,
    registration: set.REGISTRATION ?? (set.SAMPLE_DATA ? ("open" as const) : ("approval" as const)),
    /** Signs cookies. Created on first use and stored in the data folder, unless it is set. Throws `ConfigError`. */
    get sessionSecret() {
      return (secret ??= set.SESSION_SECRET ?? readOrCreateSecret(dataDir));
    },
    smtpUrl: set.SMTP_URL,
    /** The project that sign-in is delegated to; if undefined, accounts are in Portico's own database. */
    firebase: firebaseSettings(set),
    /** Number of serving processes, see `server/workers`. */
    workers: set.WORKERS === "auto" ? availableParallelism() : Number(set.WORKERS),
    /** Litestream's configuration file, which says where its replica is and how to access it. */
    litestreamConfig: set.LITESTREAM_CONFIG,
    /** Litestream's metrics, which tell how current the replica is; undefined without a replica. */
    litestreamMetricsUrl: set.LITESTREAM_METRICS_URL,
    maintenance: set.MAINTENANCE,
    apiDelayMs: set.API_DELAY_MS,
    logLevel: set.LOG_LEVEL,
    defaultDirection: set.DEFAULT_DIRECTION,
    timeZone: set.TIME_ZONE,
    currency: set.CURRENCY,
    /**
     * The issuer of the invoices, and how to pay it. Address and payment may have several lines, separated by `\n` in
     * the variable.
     */
    company: {
      name: set.COMPANY_NAME,
      address: lines(set.COMPANY_ADDRESS) ?? (set.SAMPLE_DATA ? sampleAddress : ""),
      payment: lines(set.COMPANY_PAYMENT) ?? (set.SAMPLE_DATA ? samplePayment : ""),
    },
    /** Contact details for help besides tickets; unset ones are not shown. */
    support: {
      email: set.SUPPORT_EMAIL ?? (set.SAMPLE_DATA ? "help@example.com" : undefined),
      phone: set.SUPPORT_PHONE ?? (set.SAMPLE_DATA ? "+44 20 5550 0118" : undefined),
    },
    /** Proxies whose `X-Forwarded-*` headers are trusted, as Express's `trust proxy` setting. */
    trustProxy: proxies(set.TRUST_PROXY),
    /** Whether HSTS includes subdomains. */
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

/** Resolves a database path that is a symbolic link, because SQLite keeps its log beside the target. */
function linkFollowed(file: string): string {
  try {
    if (!lstatSync(file).isSymbolicLink()) return file;
    return existsSync(file) ? realpathSync(file) : resolve(dirname(file), readlinkSync(file));
  } catch {
    return file; // missing or unreadable: opening it reports the error
  }
}

/**
 * Returns the nearest folder above with a package.json, which is the same for the sources and for the bundle in
 * `build/server`.
 */
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
 * Returns the environment, with `.env` loaded in the main thread. Tests do not load it, so that they run alike on
 * every machine.
 */
function environment(): Environment {
  const file = join(findRoot(), ".env");
  if (isMainThread && process.env.NODE_ENV !== "test" && existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

export const config: Config = readConfig(environment());
