/**
 * The infrastructure of the Firebase tests: an emulator that stores its accounts, and a proxy that simulates
 * failures.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/app.mjs";
import { startEmulator } from "../../scripts/emulator/emulator.mjs";
import { expect, test } from "../support";
import { Project } from "./project";
import { type Fault, garbage, misshapen, openLine } from "./proxy";

const endings: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Runs `npm run start:emulator` until it is ready. The emulator's data are in `emulator` inside the folder. */
async function startBoth(folder: string) {
  const port = await freePort();
  const script = spawn(process.execPath, ["scripts/emulator/start.mjs"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  endings.push(() => script.kill("SIGKILL"));
  let output = "";
  for await (const text of script.stdout.iterator({ destroyOnReturn: false })) {
    output += String(text);
    if (output.includes("Press Ctrl+C")) break;
  }
  const host = /emulator listens on ([\d.:]+)/.exec(output)?.[1];
  if (!host) throw new Error(`It did not start.\n${output}`);
  return { kill: () => script.kill("SIGKILL"), url: `http://127.0.0.1:${port}`, project: new Project(host) };
}

test("accounts survive a kill, and are kept while the emulator runs @exhaustive", async () => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), "portico-emulator-test-"));
  endings.push(() => rmSync(folder, { recursive: true, force: true }));

  const first = await startBoth(folder);
  expect((await fetch(`${first.url}/health`)).status).toBe(200);
  const one = await first.project.account({ verified: false });
  const two = await first.project.account({ disabled: true });
  first.kill();
  const state = () =>
    fetch(`http://${first.project.host}`).then(
      () => "answers",
      () => "has ended",
    );
  await expect.poll(state, { message: "the emulator without Portico" }).toBe("has ended");

  const dataDir = join(folder, "emulator");
  const { host, kill } = await startEmulator({ dataDir });
  endings.push(kill);
  const project = new Project(host);
  expect(await project.find(one.email)).toMatchObject({
    localId: one.uid,
    displayName: one.name,
    emailVerified: false,
    disabled: false,
  });
  expect(await project.find(two.email)).toMatchObject({
    localId: two.uid,
    displayName: two.name,
    emailVerified: true,
    disabled: true,
  });
  expect(await project.idToken(one)).toMatch(/^[\w-]+\.[\w-]+\.$/);
  for (const wrong of [
    { ...one, password: "something else" },
    { ...one, email: "nobody@example.com" },
  ]) {
    await expect(project.idToken(wrong)).rejects.toThrow("INVALID_LOGIN_CREDENTIALS");
  }

  const three = await project.account();
  const kept = () => readFileSync(join(dataDir, "accounts.json"), "utf8");
  await expect.poll(kept, { message: "what a kill of the emulator itself would leave" }).toContain(three.uid);
});

test("a line breaks in each way, and is whole again @exhaustive", async () => {
  const server = createServer((_, answer) => answer.end("whole"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const line = await openLine(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  endings.push(
    () => server.close(),
    () => line.close(),
  );

  const ask = (method = "GET", body?: string) =>
    fetch(`http://${line.host}`, { method, body, signal: AbortSignal.timeout(1_000) }).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      (error: Error) => error.name,
    );
  const broken: [Fault, string][] = [
    ["down", "TypeError"], // fetch's word for a network that fails
    ["stalled", "TimeoutError"],
    [garbage, `200 ${garbage.body}`],
    [misshapen, `200 ${misshapen.body}`],
    [{ status: 503, body: "" }, "503 "],
  ];
  for (const [fault, expected] of broken) {
    line.set(fault);
    expect([await ask(), await ask("POST", "x".repeat(100_000))]).toEqual([expected, expected]);
    line.set();
    expect([await ask(), await ask("POST", "x")]).toEqual(["200 whole", "200 whole"]);
  }
});
