/**
 * The access matrix: every loader and action, asked for in every way by people of every level. What has to come back follows from the table of
 * access (`app/auth/access.server.ts`) and that of routes (`app/testing/route-permissions.ts`): a new route without a line there fails.
 * Visitors and people who may not come in are in `matrix.spec.ts`.
 */
import { wrongCells } from "./matrix/answers";
import { changes, contents, exampleOf, nowhere } from "./matrix/database";
import { cellsOf, type Insider } from "./matrix/expected";
import { insiders, programs } from "./matrix/levels";
import { type Server, startServer } from "./matrix/outsiders";
import { type Address, addresses } from "./matrix/routes";
import { expect, test } from "./support";

let server: Server;
let people: Insider[];
let all: Address[];

test.beforeAll(async () => {
  server = await startServer();
  people = await insiders(server);
  people.push(...(await programs(server, people)));
  all = addresses(exampleOf(server.database)).filter(({ path }) => !path.endsWith(`/${nowhere}`));
});

test.afterAll(() => server?.remove());

/** What looking at pages writes, whoever looks. */
const ofLooking = ["visits", "page_views", "searches", "sessions", "api_tokens", "jobs", "mails", "faq_reads", "faq_misses", "notifications", "messages"];
const kept = () => new Map([...contents(server.database)].filter(([table]) => !ofLooking.includes(table)));

/** Asks for all cells of a person. Answers what came out wrong, and how many cells there were. */
async function askAs(person: Insider, turn: number) {
  const cells = all.flatMap((address) => cellsOf(address, person, turn));
  const before = kept();
  const wrong = await wrongCells(cells, { site: server.site, who: person.headers, secret: /(?!)/ });
  const [refused = 0, hidden = 0] = [403, 404].map((status) => cells.filter(({ wanted }) => wanted === status).length);
  return { wrong: [...wrong, ...changes(before, kept())], cells: cells.length, refused, hidden };
}

test("people of every level get what the tables say, and change nothing that these do not give", async () => {
  test.setTimeout(240_000);
  const wrong: Record<string, string[]> = {};
  const sum = { cells: 0, refused: 0, hidden: 0 };
  for (const [turn, person] of people.entries()) {
    await test.step(person.who, async () => {
      const asked = await askAs(person, turn);
      if (asked.wrong.length > 0) wrong[person.who] = asked.wrong;
      for (const what of ["cells", "refused", "hidden"] as const) sum[what] += asked[what];
      process.stdout.write(`${person.who}: ${asked.cells} cells, ${asked.refused} refused, ${asked.hidden} not found because they are somebody else's\n`);
    });
  }
  process.stdout.write(`The access matrix: ${sum.cells} cells, ${sum.refused} refused, ${sum.hidden} not found because they are somebody else's\n`);
  expect(wrong).toEqual({});
  expect(sum.refused).toBeGreaterThan(1_000);
});
