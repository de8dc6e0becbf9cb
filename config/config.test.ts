import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ConfigError, readConfig } from ".";

const folder = mkdtempSync(join(tmpdir(), "portico-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sentencesFor(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message.split("\n");
  }
}

test("without settings it is a sample for this machine only", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    appUrl: "http://127.0.0.1:3000",
    sampleData: true,
    registration: "open",
    secure: false,
    trustProxy: false,
    firebase: undefined,
    timeZone: "UTC",
  });
});

test("a database that is a symbolic link is the file it leads to, even if that does not exist yet", () => {
  const real = join(realpathSync(folder), "real.db");
  const link = join(folder, "link.db");
  symlinkSync(real, link);
  expect(readConfig({ DATABASE_URL: `file:${link}` }).databaseFile).toBe(real);
  writeFileSync(real, "");
  expect(readConfig({ DATABASE_URL: `file:${link}` }).databaseFile).toBe(real);
  expect(readConfig({ DATABASE_URL: `file:${real}` }).databaseFile).toBe(real);
});

test("an empty value counts as missing", () => {
  expect(readConfig({ PORT: "", APP_URL: " ", SAMPLE_DATA: "" })).toMatchObject({ port: 3000, sampleData: true });
});

test("support contact details are those that are set, and in a sample invented ones", () => {
  const real = { SAMPLE_DATA: "false", APP_URL: "https://portico.example.com" };
  expect(readConfig(real).support).toEqual({ email: undefined, phone: undefined });
  expect(
    readConfig({ ...real, SUPPORT_EMAIL: "help@portico.test", SUPPORT_PHONE: "+44 20 5550 0100" }).support,
  ).toEqual({ email: "help@portico.test", phone: "+44 20 5550 0100" });
  expect(readConfig({}).support.email).toBe("help@example.com");
  expect(sentencesFor({ SUPPORT_EMAIL: "help", SUPPORT_PHONE: "call me" })).toEqual([
    'SUPPORT_EMAIL must be an e-mail address, such as "help@example.com".',
    'SUPPORT_PHONE must be a phone number, such as "+44 20 5550 0118".',
  ]);
});

test("the company's address and payment instructions keep their lines", () => {
  const real = { SAMPLE_DATA: "false", APP_URL: "https://portico.example.com" };
  expect(readConfig(real).company).toEqual({ name: "Portico", address: "", payment: "" });
  expect(Object.values(readConfig({}).company)).not.toContain("");
  for (const end of ["\n", "\\n"]) {
    const company = {
      COMPANY_NAME: "Fjord AS",
      COMPANY_ADDRESS: `1 Harbour Street${end}0150 Oslo`,
      COMPANY_PAYMENT: `IBAN 1${end}BIC 2`,
    };
    expect(readConfig({ ...real, ...company }).company).toEqual({
      name: "Fjord AS",
      address: "1 Harbour Street\n0150 Oslo",
      payment: "IBAN 1\nBIC 2",
    });
  }
});

test("with SAMPLE_DATA=false an APP_URL is required, and registration needs approval", () => {
  expect(sentencesFor({ SAMPLE_DATA: "false" })).toEqual([
    "APP_URL must be set when SAMPLE_DATA is false: links in mails are built from it.",
  ]);
  expect(readConfig({ SAMPLE_DATA: "false", APP_URL: "https://portico.example.com/" })).toMatchObject({
    appUrl: "https://portico.example.com",
    secure: true,
    registration: "approval",
  });
});

test("each invalid variable has its own message", () => {
  const sentences = sentencesFor({
    PORT: "70000",
    SAMPLE_DATA: "maybe",
    REGISTRATION: "everybody",
    TIME_ZONE: "Mars/Base",
    LOG_LEVEL: "loud",
  });
  expect(sentences).toHaveLength(5);
  expect(sentences[0]).toBe("PORT must be a whole number from 1 to 65535.");
});

test.each([
  ["PORT", "-1"],
  ["PORT", "3000.5"],
  ["APP_URL", "portico.example.com"],
  ["APP_URL", "https://portico.example.com/app"],
  ["APP_URL", "https://me:secret@portico.example.com"],
  ["APP_URL", "javascript:alert(1)"],
  ["DATABASE_URL", "postgres://localhost/portico"],
  ["SESSION_SECRET", "short"],
  ["SESSION_SECRET", "a".repeat(64)],
  ["SESSION_SECRET", "change-me".repeat(5)],
  ["SESSION_SECRET", "0101010101101001011010010110100101"],
  ["SMTP_URL", "mail.example.com"],
  ["API_DELAY_MS", "60001"],
  ["DEFAULT_DIRECTION", "up"],
  ["TRUST_PROXY", "everybody"],
  ["TRUST_PROXY", "10.0.0"],
  ["TRUST_PROXY", "10.0.0.0/99"],
  ["TRUST_PROXY", "10.0.0.1,"],
  ["TRUST_PROXY", "::::"],
  ["ICON_HOSTS", "http://icons.example.com"],
])("%s=%s is refused with a message that names it", (name, value) => {
  const sentences = sentencesFor({ [name]: value });
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toMatch(new RegExp(`^${name} must .+\\.$`));
});

test.each(["0.0.0.0", "192.168.1.5", "::"])("a sample refuses HOST=%s", (HOST) => {
  expect(sentencesFor({ HOST })).toEqual([
    expect.stringMatching(/^HOST must be 127\.0\.0\.1 while SAMPLE_DATA is true: .+\.$/),
  ]);
  expect(readConfig({ HOST, SAMPLE_DATA: "false", APP_URL: "https://portico.example.com" }).host).toBe(HOST);
});

test.each(["127.0.0.1", "127.0.0.2", "localhost", "::1"])("a sample listens on HOST=%s", (HOST) => {
  expect(readConfig({ HOST }).host).toBe(HOST);
});

test.each([
  "https://portico.example.com",
  "http://portico.example.com",
  "http://192.168.1.5:3000",
  "http://0.0.0.0:3000",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
])("a sample does not start at the public APP_URL=%s", (APP_URL) => {
  const ways: Record<string, string>[] = [
    {},
    { TRUST_PROXY: "1" },
    { WORKERS: "2" },
    { REGISTRATION: "closed" },
    { SAMPLE_DATA: "true", NODE_ENV: "production" },
  ];
  for (const way of ways)
    expect(sentencesFor({ APP_URL, ...way })).toEqual([
      expect.stringMatching(/^APP_URL must be an address of this machine.+ SAMPLE_DATA=false.+\.$/),
    ]);
  expect(readConfig({ APP_URL, SAMPLE_DATA: "false" }).sampleData).toBe(false);
});

test.each(["http://127.0.0.1:3000", "http://localhost:8080", "https://[::1]:3000"])(
  "a sample has APP_URL=%s, an address of this machine",
  (APP_URL) => {
    expect(readConfig({ APP_URL }).appUrl).toBe(APP_URL);
  },
);

describe("the Firebase settings", () => {
  const project = {
    FIREBASE_API_KEY: "AIzaSy-key_1",
    FIREBASE_AUTH_DOMAIN: "my-office.firebaseapp.com",
    FIREBASE_PROJECT_ID: "my-office",
  };
  const emulator = { ...project, FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" };

  test("are enabled by all three variables together", () => {
    expect(readConfig(project).firebase).toEqual({
      apiKey: "AIzaSy-key_1",
      authDomain: "my-office.firebaseapp.com",
      projectId: "my-office",
      emulatorHost: undefined,
    });
    expect(readConfig(emulator).firebase).toMatchObject({ emulatorHost: "127.0.0.1:9099" });
    expect(readConfig({}).firebase).toBeUndefined();
  });

  test.each(Object.keys(project))("names %s when only that is missing", (name) => {
    const { [name as keyof typeof project]: _, ...others } = project;
    expect(sentencesFor(others)).toEqual([
      `${name} must be set too: Firebase needs FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN, FIREBASE_PROJECT_ID.`,
    ]);
  });

  test.each([
    ["FIREBASE_AUTH_DOMAIN", "https://my-office.firebaseapp.com"],
    ["FIREBASE_AUTH_DOMAIN", "my-office.firebaseapp.com/__/auth"],
    ["FIREBASE_PROJECT_ID", "My Office"],
    ["FIREBASE_API_KEY", "AIza key"],
    ["FIREBASE_AUTH_EMULATOR_HOST", "http://127.0.0.1:9099"],
    ["FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1"],
    ["FIREBASE_AUTH_EMULATOR_HOST", "10.1.2.3:9099"],
  ])("refuse %s = %s", (name, value) => {
    expect(sentencesFor({ ...emulator, [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
  });

  test("refuse the emulator if anyone could sign in with it", () => {
    const reachable: [Record<string, string>, string][] = [
      [{ SAMPLE_DATA: "false", APP_URL: "http://127.0.0.1:3000" }, "FIREBASE_AUTH_EMULATOR_HOST must not be set"],
      [{ HOST: "0.0.0.0" }, "HOST must be 127.0.0.1"],
      [{ APP_URL: "https://office.example.com" }, "APP_URL must be an address of this machine"],
    ];
    for (const [settings, sentence] of reachable)
      expect(sentencesFor({ ...emulator, ...settings })).toEqual([expect.stringContaining(sentence)]);
    expect(readConfig({ ...emulator, APP_URL: "http://[::1]:3000" }).firebase).toBeDefined();
    expect(sentencesFor({ FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" })).toEqual([
      expect.stringContaining("needs FIREBASE_API_KEY"),
    ]);
  });

  test("refuse a key file that does not exist, and check it only if Firebase is on", () => {
    const file = { GOOGLE_APPLICATION_CREDENTIALS: "/no/such/key.json" };
    expect(sentencesFor({ ...project, ...file })).toEqual([
      expect.stringMatching(/^GOOGLE_APPLICATION_CREDENTIALS names a file that cannot be read/),
    ]);
    for (const unused of [file, { ...emulator, ...file }]) expect(readConfig(unused)).toBeDefined();
    expect(readConfig({ ...project, GOOGLE_APPLICATION_CREDENTIALS: import.meta.filename }).firebase).toBeDefined();
  });
});

test("TRUST_PROXY=true means one proxy, never everybody", () => {
  expect(readConfig({ TRUST_PROXY: "true" }).trustProxy).toBe(1);
  expect(readConfig({ TRUST_PROXY: "2" }).trustProxy).toBe(2);
  expect(readConfig({ TRUST_PROXY: "10.0.0.0/8" }).trustProxy).toBe("10.0.0.0/8");
  expect(readConfig({ TRUST_PROXY: "127.0.0.1, fd00::/8" }).trustProxy).toBe("127.0.0.1, fd00::/8");
});

test("subdomains are bound to https only by their own setting", () => {
  expect(["", "false", "true"].map((set) => readConfig({ HSTS_SUBDOMAINS: set }).hstsSubdomains)).toEqual([
    false,
    false,
    true,
  ]);
  expect(sentencesFor({ HSTS_SUBDOMAINS: "all" })).toEqual([expect.stringMatching(/^HSTS_SUBDOMAINS must be/)]);
});

test("paths are absolute, whatever the working folder", () => {
  const { root, dataDir, databaseFile } = readConfig({ DATA_DIR: "elsewhere" });
  expect(dataDir).toBe(join(root, "elsewhere"));
  expect(databaseFile).toBe(join(root, "elsewhere/portico.db"));
  expect(readConfig({ DATABASE_URL: "file:///srv/portico.db" }).databaseFile).toBe("/srv/portico.db");
});

test("the secret is generated once, and others may not read it", () => {
  const first = readConfig({ DATA_DIR: folder }).sessionSecret;
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(readConfig({ DATA_DIR: folder }).sessionSecret).toBe(first);
  expect(readFileSync(join(folder, "secret"), "utf8")).toBe(first);
  expect(statSync(join(folder, "secret")).mode & 0o077).toBe(0);
});

test.each([
  ["is empty", ""],
  ["was cut off", "q3Jx0"],
  ["holds only blanks", `${" ".repeat(40)}\n`],
  ["can be guessed", "password".repeat(5)],
])("a secret file that %s prevents the start and says what to do", (_, content) => {
  const dataDir = mkdtempSync(join(folder, "secret-"));
  writeFileSync(join(dataDir, "secret"), content);
  expect(() => readConfig({ DATA_DIR: dataDir }).sessionSecret).toThrow(
    new RegExp(`^The secret in ${dataDir}/secret must .+ Put the file back from your backup\\.`),
  );
  expect(readFileSync(join(dataDir, "secret"), "utf8")).toBe(content);
});

test("a start on a full disk leaves no secret, and the next one creates a complete one", () => {
  const dataDir = mkdtempSync(join(folder, "full-"));
  const script = `import("./config/index.ts").then(({ config }) => config.sessionSecret).catch((error) => console.log(error.message))`;
  const start = (limit: string) =>
    execFileSync(
      "/bin/sh",
      ["-c", `trap "" XFSZ; ulimit -f ${limit}; exec "$0" --import tsx -e "$1"`, process.execPath, script],
      {
        cwd: join(import.meta.dirname, ".."),
        encoding: "utf8",
        env: { ...process.env, DATA_DIR: dataDir, SESSION_SECRET: "", TSX_DISABLE_CACHE: "1" },
      },
    );
  expect(start("0")).toContain(`${dataDir}/secret cannot be read or written.`);
  expect(readdirSync(dataDir)).toEqual([]);
  expect(start("unlimited")).toBe("");
  expect(readdirSync(dataDir)).toEqual(["secret"]);
  expect(readFileSync(join(dataDir, "secret"), "utf8")).toMatch(/^[\w-]{43}$/);
});

test("a folder that cannot be created is reported with a message", () => {
  expect(() => readConfig({ DATA_DIR: "/dev/null/data" }).sessionSecret).toThrow(ConfigError);
});
