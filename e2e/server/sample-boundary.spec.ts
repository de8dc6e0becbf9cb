/** A sample is only reachable from its own machine: how the built server starts, and which requests it accepts. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appEnvironment, type RunningApp, startApp } from "../../scripts/app.mjs";
import { paths } from "../../scripts/messages.mjs";
import { demo, expect, test } from "../support";

const started: RunningApp[] = [];
const folders: string[] = [];
test.afterEach(async () => {
  for (const app of started.splice(0)) await app.remove();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startApp>[0]): Promise<RunningApp> {
  const app = await startApp(options);
  started.push(app);
  return app;
}

/** Copies a folder, because a failed start removes it. */
function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), "portico-boundary-"));
  folders.push(copy);
  cpSync(folder, copy, { recursive: true });
  return copy;
}

const site = "https://office.example.com";
const forReal = { SAMPLE_DATA: "false", APP_URL: site, TRUST_PROXY: "1" };

const refused: Record<string, Record<string, string>> = {
  "a public address": { APP_URL: site, TRUST_PROXY: "1", NODE_ENV: "production" },
  "a public address without https": { APP_URL: "http://office.example.com" },
  "a public address and several processes": { APP_URL: site, WORKERS: "2" },
  "a public address and closed registration": { APP_URL: site, REGISTRATION: "closed" },
  "a port that is open to others": { HOST: "0.0.0.0" },
};
for (const [what, env] of Object.entries(refused))
  test(`a sample with ${what} does not start, and says what to do`, async () => {
    await expect(startApp({ env })).rejects.toThrow(
      /^The app did not start\.\n(APP_URL|HOST) must be [^\n]+ set SAMPLE_DATA=false[^\n]+\n$/,
    );
  });

test("a database with demo accounts starts for real only once they are removed", async () => {
  test.slow();
  const sample = await start({});
  await sample.stop();
  for (const workers of ["1", "2"]) {
    const refusal = startApp({ dataDir: copyOf(sample.dataDir), env: { ...forReal, WORKERS: workers } });
    await expect(refusal).rejects.toThrow(/^The app did not start\.\n[^\n]+npm run access -- --remove-demo[^\n]+\n$/);
  }
  const dataDir = copyOf(sample.dataDir);
  const removal = spawnSync(process.execPath, ["--import", "tsx", "scripts/access.ts", "--remove-demo"], {
    cwd: paths.root,
    encoding: "utf8",
    env: { ...appEnvironment({ port: 3000, dataDir }), ...forReal },
  });
  expect(removal.stdout).toMatch(/^Removed the demo accounts demo@portico\.example, /);
  const real = await start({ dataDir, env: forReal });
  const answer = await fetch(`${real.url}/health`);
  expect(answer.status).toBe(200);
});

for (const workers of ["1", "2"])
  test(`a sample with ${workers} process answers this machine only, and no proxied clients`, async () => {
    const { url } = await start({ env: { WORKERS: workers, TRUST_PROXY: "1" } });
    const body = () => new URLSearchParams({ email: demo.email, password: demo.password });
    const ask = (path: string, headers: Record<string, string>, method = "GET") =>
      fetch(url + path, { method, headers, redirect: "manual", ...(method === "POST" && { body: body() }) });

    const login = await ask("/login", {});
    expect([login.status, await login.text()]).toEqual([200, expect.stringContaining("or look around as")]);
    const reset = await ask("/forget-password", {}, "POST");
    expect(reset.status).toBe(303);
    const cookie = reset.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const shown = await ask(reset.headers.get("location") ?? "", { cookie });
    expect(await shown.text()).toContain("/forget-password?oobCode=");

    for (const forwarded of ["203.0.113.7", "203.0.113.7, 127.0.0.1", "127.0.0.1, 203.0.113.7"])
      for (const [path, method] of [
        ["/login", "GET"],
        ["/login", "POST"],
        ["/forget-password", "POST"],
        ["/register", "POST"],
        ["/health", "GET"],
      ] as const) {
        const answer = await ask(path, { "x-forwarded-for": forwarded }, method);
        const text = await answer.text();
        expect({ path, method, forwarded, status: answer.status }).toEqual({ path, method, forwarded, status: 403 });
        expect(text).toContain("This is a sample, which answers this machine only.");
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
  });
