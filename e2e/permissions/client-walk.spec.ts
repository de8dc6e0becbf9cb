/**
 * Crawls everything that the sample's clients can reach, without a browser, and checks that no response contains a
 * name, address, text or number of anyone else. The expected status of each route by access level is tested in
 * `levels.spec.ts`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openWriter } from "../../db/connection";
import { startApp } from "../../scripts/app.mjs";
import { demo, expect, test } from "../support";
import { type Answer, crawl, get } from "./walk/crawl";
import { acts } from "./walk/acts";
import { type Others, othersOf } from "./walk/others";
import { listen } from "./walk/stream";
import { placesFor, searchesFor } from "./walk/places";

const clients = ["priya.raman@example.com", "elena.petrova@example.com", "liam.oconnor@example.com"];

let app: Awaited<ReturnType<typeof startApp>>;
let database: ReturnType<typeof openWriter>;

test.beforeAll(async () => {
  app = await startApp();
  database = openWriter(join(app.dataDir, "portico.db"));
});

test.afterAll(async () => {
  database?.close();
  await app?.remove();
});

const personOf = (email: string) =>
  database.prepare("select id, name, email from users where email = ?").get(email) as {
    id: number;
    name: string;
    email: string;
  };

async function cookieOf(email: string) {
  const answer = await fetch(`${app.url}/login`, {
    method: "POST",
    body: new URLSearchParams({ email, password: demo.password }),
    redirect: "manual",
  });
  expect(answer.status, `the sign-in of ${email}`).toBe(303);
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; "),
  };
}

async function tokenOf(headers: Record<string, string>) {
  const answer = await fetch(`${app.url}/settings/security/tokens/create`, {
    method: "POST",
    body: new URLSearchParams({ name: "Walk", life: "30" }),
    headers,
  });
  return { authorization: `Bearer ${/portico_[\w-]{43}/.exec(await answer.text())?.[0] ?? ""}` };
}

/** Numbers that belong to nobody: examples, which are the same in every installation. */
const examples: [at: RegExp, what: RegExp][] = [
  [/^\/api(\.data|\/openapi\.json)?($|\?)/, /^(\/users\/\d|order #7|INV-0012|\w*\.\w*[iI]d: \d)$/], // examples of requests and responses
  [/^\/search(\.data)?($|\?)/, /^INV-0012$/], // the help beneath the search box
];

/** Searches responses for other people's data. What a client sent in the request and gets back does not count. */
function reader(others: Others) {
  const found: Record<string, string[]> = {};
  const count = { answers: 0, pages: 0, bytes: 0 };
  const see = ({ url, status, type, body }: Answer) => {
    count.answers++;
    count.bytes += body.length;
    if (status === 200) count.pages++;
    if (/^(image|font)\//.test(type)) return;
    const asked = decodeURIComponent(url.replaceAll("+", " "));
    const traces = others
      .foundIn(body.toString())
      .filter(
        (trace) =>
          !asked.toLowerCase().includes(trace.toLowerCase()) &&
          !examples.some(([at, what]) => at.test(url) && what.test(trace)),
      );
    if (traces.length > 0) found[url] = traces;
  };
  return { see, found, count };
}

/** Decodes a mail to readable text. */
function mailText(file: string): string {
  const text = readFileSync(join(app.dataDir, "outbox", file), "utf8");
  const parts = text.replace(
    /(Content-Transfer-Encoding: base64\n(?:[^\n]+\n)*\n)([A-Za-z0-9+/=\n]+)/g,
    (_, head: string, coded: string) => head + Buffer.from(coded, "base64").toString(),
  );
  const bytes = parts
    .replace(/=\n/g, "")
    .replace(/(?:=[0-9A-F]{2})+/g, (coded) => Buffer.from(coded.replaceAll("=", ""), "hex").toString());
  return bytes
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, coded: string) => coded.replaceAll("_", " "))
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, coded: string) => Buffer.from(coded, "base64").toString());
}

test("nothing that clients are sent has anybody else's name, address, words or numbers", async () => {
  test.setTimeout(300_000);
  const owner = await cookieOf(demo.email);
  const walkers = await Promise.all(
    clients.map(async (email) => {
      const headers = await cookieOf(email);
      return {
        ...personOf(email),
        headers,
        token: await tokenOf(headers),
        stream: await listen(app.url, headers, database, personOf(email).id),
      };
    }),
  );
  await acts(app.url, owner, database, walkers);

  const wrong: Record<string, string[]> = {};
  for (const walker of walkers) {
    const others = othersOf(database, walker.id);
    const { see, found, count } = reader(others);
    const guesses = walker === walkers[0]; // all walkers are refused alike, so one guesses
    const { pages, api } = placesFor(database, walker.id, guesses);
    const words = guesses ? searchesFor(database, walker.id) : [];
    const addresses = await crawl(app.url, walker.headers, [...pages, ...words], see);
    for (const headers of [walker.headers, walker.token]) for (const url of api) see(await get(app.url, url, headers));
    const streamed = await walker.stream.end();
    see({ url: "/live", status: 200, type: "text/event-stream", body: Buffer.from(streamed) });
    const mails = readdirSync(join(app.dataDir, "outbox"))
      .map(mailText)
      .filter((mail) => new RegExp(`^To: .*${walker.email}`, "m").test(mail));
    for (const mail of mails)
      see({
        url: `mail ${/^Subject: (.*)$/m.exec(mail)?.[1]}`,
        status: 200,
        type: "text/plain",
        body: Buffer.from(mail),
      });
    process.stdout.write(
      `${walker.name}: ${addresses} addresses, ${count.answers} answers of which ${count.pages} pages and files, ${count.bytes} bytes, ${mails.length} mails, ${others.strings} strings of others\n`,
    );
    expect(streamed).toContain("Support");
    expect(mails.length).toBeGreaterThan(2);
    expect(count.pages, "so that no empty walk passes").toBeGreaterThan(guesses ? 600 : 200);
    expect(others.strings).toBeGreaterThan(300);
    for (const [url, traces] of Object.entries(found))
      for (const trace of traces) (wrong[`${walker.name} reads ${trace}`] ??= []).push(url);
  }
  expect(
    Object.entries(wrong).map(([what, urls]) => `${what} at ${urls.slice(0, 3).join(" ")} and ${urls.length} in all`),
  ).toEqual([]);
});
