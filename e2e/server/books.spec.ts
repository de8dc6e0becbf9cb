/** Kills the server while several people issue, collect, credit and void, and recounts the books. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { openWriter } from "../../db/connection";
import { appEnvironment, type RunningApp, startApp } from "../../scripts/app.mjs";
import { paths } from "../../scripts/messages.mjs";
import { signIn } from "./people";

const dataDir = mkdtempSync(join(tmpdir(), "portico-books-"));
let app: RunningApp;
test.afterAll(async () => {
  await app.stop("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

/** Calls the API and returns its answer; throws if the call was refused. */
async function call<Answer>(cookie: string, method: string, path: string, values?: object): Promise<Answer> {
  const headers = { cookie, "content-type": "application/json" };
  const answer = await fetch(app.url + path, { method, headers, body: values && JSON.stringify(values) });
  if (!answer.ok) throw new Error(`${method} ${path} was refused with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

test("a kill in the midst of payments leaves each act whole, every number in its series, and balances that add up", async () => {
  app = await startApp({ dataDir });
  const cookie = await signIn(app);
  const acknowledged: string[] = [];
  let killed: Promise<unknown> | undefined;

  const person = async (customerId: number) => {
    for (;;) {
      const draft = { customer: { id: customerId }, products: [{ title: "Consulting", quantity: 2, price: 30 }] };
      const issue = async () => {
        const { invoice } = await call<{ invoice: { id: string } }>(cookie, "POST", "/api/invoices", draft);
        if (acknowledged.push(invoice.id) === 25) killed = app.stop("SIGKILL");
        return invoice.id;
      };
      const [paid, voided, marked] = [await issue(), await issue(), await issue()];
      const allocations = [{ invoiceId: paid, amount: 20 }];
      await call(cookie, "POST", "/api/payments", { customerId, date: "2026-11-02", amount: 25, allocations });
      await call(cookie, "POST", "/api/credit-notes", {
        invoiceId: paid,
        reason: "Goods returned",
        lines: [{ line: 0, quantity: 1 }],
      });
      await call(cookie, "PUT", "/api/invoices", { id: marked, status: "complete" });
      await call(cookie, "DELETE", `/api/invoices?id=${voided}`);
    }
  };
  const endings = await Promise.allSettled([3, 5, 7].map(person));
  for (const ending of endings) expect(String(ending.status === "rejected" && ending.reason)).toContain("fetch failed");
  await killed;

  const { stdout } = spawnSync(process.execPath, ["--import", "tsx", "scripts/maintenance.ts"], {
    cwd: paths.root,
    env: appEnvironment({ port: app.port, dataDir }),
    encoding: "utf8",
  });
  expect(stdout).toMatch(/Verified \d+ payments and the balances of all invoices\./);

  const database = openWriter(join(dataDir, "portico.db"));
  const list = (query: string) => database.prepare(query).pluck().all();
  expect(list("select id from invoices")).toEqual(expect.arrayContaining(acknowledged));
  for (const table of ["invoices", "credit_notes"]) {
    const numbers = list(`select number from ${table} order by number`);
    expect(numbers, table).toEqual(numbers.map((_, index) => index + 1));
  }
  database.close();
});
