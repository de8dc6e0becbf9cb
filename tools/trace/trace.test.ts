import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { countCalls, describeCalls, describeTotals } from "./describe.mjs";
import { instrumented } from "./instrument.mjs";
import { record, recordCalls, recordStatements } from "./recorder.mjs";

const sites: { file: string; name: string }[] = [];
recordCalls(sites);
recordStatements();

/** Runs instrumented JavaScript of `file`, which sees `scope`, and returns what it returns. */
function run(file: string, code: string, scope: Record<string, unknown> = {}) {
  const body = instrumented(code, file, sites).replace("export default", "return");
  return new Function(...Object.keys(scope), body)(...Object.values(scope));
}

/** Returns the lines of a recording without their times. */
const linesOf = (call: Parameters<typeof describeCalls>[0], options = { withPages: false }) =>
  describeCalls(call, options).map((line) => line.replace(/^ *[\d.]+ {2}/, ""));

describe("instrumented code", () => {
  it("behaves as before: this, arguments, super, getters, defaults and returned objects", async () => {
    const outcome = run(
      "app/a.ts",
      `class Base { constructor(n) { this.n = n; } get twice() { return this.n * 2; } }
       class Derived extends Base { constructor() { super(4); this.m = new.target === Derived; } sum() { return super.twice + 1; } }
       function count() { return arguments.length; }
       function* numbers() { yield 1; yield 2; }
       const object = (a, b = () => a) => ({ a, b: b() });
       const nested = (a) => (b) => async (c) => a + b + (await c);
       const derived = new Derived();
       export default { sum: derived.sum(), m: derived.m, count: count(1, 2), object: object(3), numbers: [...numbers()], nested: nested(1)(2)(Promise.resolve(3)) };`,
    );
    expect({ ...outcome, nested: await outcome.nested }).toEqual({
      sum: 9,
      m: true,
      count: 2,
      object: { a: 3, b: 3 },
      numbers: [1, 2],
      nested: 6,
    });
  });
});

describe("a recorded request", () => {
  const database = new Database(":memory:");
  const readRow = run(
    "app/core/read.ts",
    `export default function readRow() { return database.prepare("select 1 as one").get(); }`,
    { database },
  );
  const loader = run(
    "app/features/users/list.tsx",
    `const format = (n) => n + "!";
     export default async function loader() { await null; const { one } = readRow(); return [one, one].map((n) => format(n)); }`,
    { readRow },
  );
  const middleware = run("server/app.ts", `export default function answer() { return loader(); }`, { loader });
  const traceRequest = async () => {
    const { call, result, end } = record(middleware);
    await result;
    end();
    return call;
  };

  it("shows each function below its caller, repeated calls once, and statements", async () => {
    expect(linesOf(await traceRequest())).toEqual([
      "answer  server/app.ts",
      "",
      "loader  app/features/users/list.tsx",
      "  readRow  app/core/read.ts",
      "    SQL select 1 as one",
      "  format ×2  app/features/users/list.tsx",
    ]);
  });

  it("shows by which index a statement finds and sorts its rows", async () => {
    database.exec("create table people (name text, age integer); create index people_by_name on people (name)");
    const findPerson = run(
      "app/core/find.ts",
      `export default function findPerson() {
         database.exec("begin");
         database.prepare("select age from people where name = ? order by age").all("Ada");
         database.exec("commit");
       }`,
      { database },
    );
    const { call, end } = record(findPerson);
    end();
    expect(linesOf(call).map((line) => line.trim())).toEqual([
      "findPerson  app/core/find.ts",
      "SQL begin",
      "SQL select age from people where name = ? order by age",
      "PLAN SEARCH people USING INDEX people_by_name (name=?); USE TEMP B-TREE FOR ORDER BY",
      "SQL commit",
    ]);
  });

  it("counts files, functions and statements of the loader apart from those of the request", async () => {
    const { ofPage, ofRequest } = countCalls(await traceRequest());
    expect([ofPage.files.size, ofRequest.files.size]).toEqual([2, 3]);
    expect([ofPage.statements, ofRequest.statements]).toEqual([1, 1]);
    expect(describeTotals(await traceRequest())[0]).toContain("2 files, 4 functions, 1 SQL statements");
  });

  it("contains nothing that runs outside it or after its end", async () => {
    const call = await traceRequest();
    await loader();
    expect(countCalls(call).ofRequest.statements).toBe(1);
    const { call: ended, result, end } = record(middleware);
    end();
    await result;
    expect(countCalls(ended).ofRequest.statements).toBe(0);
  });
});
