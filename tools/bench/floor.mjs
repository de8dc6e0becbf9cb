// Baseline for comparison with the app: 20 rows of SQLite as JSON, and as a table rendered by React.
import { createServer } from "node:http";
import Database from "better-sqlite3";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

const database = new Database(":memory:");
database.exec("create table people (id integer primary key, name text, email text, phone text, country text)");
const insert = database.prepare("insert into people (name, email, phone, country) values (?, ?, ?, ?)");
for (let number = 1; number <= 20; number++)
  insert.run(`Person ${number}`, `person${number}@example.com`, "+47 555 0100", "Norway");
const firstPeople = database.prepare("select * from people order by id limit 20");

/** @param {Record<string, unknown>} person */
const row = (person) =>
  createElement(
    "tr",
    { key: String(person.id) },
    Object.entries(person).map(([name, value]) => createElement("td", { key: name }, String(value))),
  );

const server = createServer((request, response) => {
  const people = /** @type {Record<string, unknown>[]} */ (firstPeople.all());
  const isJson = request.url === "/json";
  response.setHeader("Content-Type", isJson ? "application/json" : "text/html; charset=utf-8");
  response.end(
    isJson
      ? JSON.stringify(people)
      : `<!doctype html>${renderToString(createElement("table", null, createElement("tbody", null, people.map(row))))}`,
  );
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
