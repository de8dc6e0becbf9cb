// A fixed piece of work of the kinds that a response consists of: SQLite, JSON, text and hashing. It must not change,
// because processor times are compared with it.
import { createHash } from "node:crypto";
import Database from "better-sqlite3";

const database = new Database(":memory:");
database.exec("create table people (id integer primary key, name text, email text, country text)");
const insert = database.prepare("insert into people (name, email, country) values (?, ?, ?)");
for (let number = 1; number <= 5_000; number++) insert.run(`Person ${number}`, `person${number}@example.com`, "Norway");
const page = database.prepare("select * from people where id > ? order by id limit 25");

function work() {
  for (let time = 0; time < 100; time++) {
    const people = /** @type {Record<string, unknown>[]} */ (page.all(time * 40));
    const copied = /** @type {typeof people} */ (JSON.parse(JSON.stringify(people)));
    const cells = copied.map((person) =>
      Object.entries(person).map(([name, value]) => `<td title="${name}">${value}</td>`),
    );
    createHash("sha256").update(cells.flat().join("")).digest("hex");
  }
}

for (let time = 0; time < 20; time++) work();
process.on("message", () => {
  const before = process.cpuUsage();
  for (let time = 0; time < 10; time++) work();
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1_000 / 10);
});
