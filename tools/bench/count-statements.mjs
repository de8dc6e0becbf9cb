// Loaded into the app by `processor.mjs`: counts its SQL statements, and prints the count on SIGUSR2.
import Database from "better-sqlite3";

let count = 0;
const memory = new Database(":memory:");
const statement = Object.getPrototypeOf(memory.prepare("select 1"));
memory.close();
for (const method of ["run", "get", "all"]) {
  const original = statement[method];
  statement[method] = function (/** @type {unknown[]} */ ...values) {
    count++;
    return original.apply(this, values);
  };
}
process.on("SIGUSR2", () => console.log(`statements: ${count}`));
