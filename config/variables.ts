/** Environment variables: their formats and how they depend on each other (docs/configure.md). */
import { isCurrency } from "./currencies";
import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { isLoopback } from "./loopback";
import { isProxies } from "./proxies";
import { secretFault } from "./secret";

/** Why a sample only runs on this machine, and what to do about it. */
const whileSample =
  "while SAMPLE_DATA is true: everybody knows the password of the demo accounts. To run Portico for others, set SAMPLE_DATA=false and use an empty DATA_DIR";

/** Variables that turn on sign-in by Firebase; all or none must be set. */
const firebaseNames = ["FIREBASE_API_KEY", "FIREBASE_AUTH_DOMAIN", "FIREBASE_PROJECT_ID"] as const;

const text = (rule: z.ZodType<string>) => rule.optional();
const flag = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((value) => value === "true" || value === "1");
const integer = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

export const Variables = z
  .object({
    PORT: integer(1, 65535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    APP_URL: text(
      z.string().refine(isBareOrigin, 'must be an address without a path, such as "https://portico.example.com"'),
    ),
    DATA_DIR: z.string().default("data"),
    DATABASE_URL: text(z.string().regex(/^file:./, 'must be a file, such as "file:data/portico.db"')),
    SAMPLE_DATA: flag.default(true),
    CLIENT_REGISTRATION: flag.default(false),
    REGISTRATION: z.enum(["open", "approval", "closed"], "must be open, approval or closed").optional(),
    SESSION_SECRET: text(
      z.string().superRefine((secret, context) => {
        const fault = secretFault(secret);
        if (fault) context.addIssue({ code: "custom", message: fault });
      }),
    ),
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
    WORKERS: z
      .string()
      .regex(/^([1-9]|[1-5]\d|6[0-4]|auto)$/, 'must be a number of processes from 1 to 64, or "auto"')
      .default("1"),
    LITESTREAM_CONFIG: z.string().default("/etc/litestream.yml"),
    LITESTREAM_METRICS_URL: text(
      z
        .string()
        .regex(
          /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\/metrics$/,
          'must be where Litestream on this machine tells of itself, such as "http://127.0.0.1:9090/metrics"',
        ),
    ),
    MAINTENANCE: flag.default(false),
    API_DELAY_MS: integer(0, 60_000).default(0),
    LOG_LEVEL: z
      .enum(
        ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
        "must be one of fatal, error, warn, info, debug, trace, silent",
      )
      .default("info"),
    DEFAULT_DIRECTION: z.enum(["ltr", "rtl"], "must be ltr or rtl").default("ltr"),
    TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone, such as "Europe/Berlin"').default("UTC"),
    CURRENCY: z
      .string()
      .transform((code) => code.toUpperCase())
      .refine(isCurrency, 'must be the code of a currency with two decimals, such as "EUR"')
      .default("USD"),
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
    if (given.SAMPLE_DATA && !isLoopback(given.HOST)) wrong("HOST", `must be 127.0.0.1 ${whileSample}`);
    if (
      given.SAMPLE_DATA &&
      given.APP_URL &&
      isBareOrigin(given.APP_URL) &&
      !isLoopback(new URL(given.APP_URL).hostname)
    )
      wrong("APP_URL", `must be an address of this machine, such as "http://127.0.0.1:${given.PORT}", ${whileSample}`);
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
    }
  });

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
