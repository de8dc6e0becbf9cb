// Opens many live streams, each of a different user, and checks that all receive events while other requests get
// responses. Part of `npm run bench`.
import { createHash, randomBytes } from "node:crypto";
import { get } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { fail } from "../../scripts/messages.mjs";
import { memory } from "./traffic.mjs";

/** @typedef {{ url: string, port: number, pid?: number, dataDir: string }} App */

/**
 * Opens `count` live streams and returns a line per measurement: resident memory in MB, time in milliseconds.
 * @param {App} app @param {string} cookie of a user who opens pages meanwhile @param {number} [count]
 */
export async function openStreams(app, cookie, count = 500) {
  const database = new Database(join(app.dataDir, "portico.db"), { timeout: 5_000 });
  for (const name of ["folded", "natural_key"])
    database.function(name, { deterministic: true }, (value) => String(value));
  const people = database.transaction(() =>
    Array.from({ length: count }, (_, number) => addPerson(database, number)),
  )();
  const before = memory(app, "VmRSS");
  const streams = await Promise.all(people.map((person) => listen(app, person)));
  await Promise.all(streams.map((stream) => stream.has("data: ")));
  const open = memory(app, "VmRSS");
  const [begun, pages] = [performance.now(), answersOf(app, cookie)];
  database.transaction(() => {
    for (const { id } of people)
      database
        .prepare(
          "insert into notifications (user_id, from_name, text, href) values (?, 'Bench', 'told everybody', '/')",
        )
        .run(id);
  })();
  await Promise.all(streams.map((stream) => stream.has("told everybody")));
  const told = performance.now() - begun;
  const { slowest, answered } = await pages.stop();
  for (const stream of streams) stream.close();
  database.close();
  return [
    ["streams that were told", count, "≥ 500"],
    ["all were told after, ms", Math.round(told), "≤ 3000"],
    ["pages answered meanwhile", answered, ""],
    ["slowest of them, ms", Math.round(slowest), ""],
    ["memory before, MB", before, ""],
    ["memory with them, MB", open, ""],
  ];
}

/**
 * Inserts a signed-in user directly into the database, because five hundred sign-ins would take longer than
 * everything else.
 * @param {Database.Database} database
 * @param {number} number
 */
function addPerson(database, number) {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  const person = database.prepare(
    "insert into users (uid, name, email, role, status, access, country, phone) values (?, ?, ?, 'IT Support', 'Active', 'client', 'Norway', '') returning id",
  );
  const id = Number(person.pluck().get(`bench-${number}`, `Bench ${number}`, `bench${number}@example.com`));
  const hash = createHash("sha256").update(token).digest("base64url");
  database
    .prepare(
      "insert into sessions (token_hash, user_id, created_at, last_seen_at, device, address, remember) values (?, ?, ?, ?, 'bench', '127.0.0.1', 0)",
    )
    .run(hash, id, now, now);
  return { id, token };
}

/** @param {App} app @param {{ token: string }} person */
function listen(app, { token }) {
  const value = encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"));
  const headers = { accept: "text/event-stream", "accept-encoding": "gzip", cookie: `session-${app.port}=${value}` };
  return new Promise((resolve, reject) => {
    const asked = get(`${app.url}/live`, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) fail(`A stream was answered with ${answer.statusCode}.`);
      let text = "";
      answer.setEncoding("utf8").on("data", (piece) => (text += piece));
      /** @param {string} words */
      const has = (words) =>
        new Promise((found) => {
          const look = () => (text.includes(words) ? (answer.off("data", look), found(undefined)) : undefined);
          answer.on("data", look);
          look();
        });
      resolve({ has, close: () => asked.destroy() });
    });
    asked.on("error", reject);
  });
}

/** Requests pages one after another until stopped. @param {App} app @param {string} cookie */
function answersOf(app, cookie) {
  let [going, slowest, answered] = [true, 0, 0];
  const asking = (async () => {
    while (going) {
      const begun = performance.now();
      const answer = await fetch(`${app.url}/users`, { headers: { cookie } });
      await answer.text();
      if (!answer.ok) fail(`A page was answered with ${answer.status} while streams were open.`);
      slowest = Math.max(slowest, performance.now() - begun);
      answered++;
    }
  })();
  return { stop: async () => ((going = false), await asking, { slowest, answered }) };
}
