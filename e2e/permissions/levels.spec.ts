/**
 * The access matrix: requests every loader and action in every way as users of every level (`matrix.spec.ts` covers
 * visitors and users without access). Expected results follow from the permissions (`app/core/access/access.server.ts`)
 * and those of routes (`app/testing/route-permissions.ts`), where a missing entry fails.
 */
import { wrongCells } from "./matrix/answers";
import { canBeAskedForSecondFactor } from "~/core/access/access.server";
import { changes, contents, exampleOf, nowhere, peoplesData } from "./matrix/database";
import { cellsOf, type Insider } from "./matrix/expected";
import { setSecondFactorRequired, giveOwnerSecondFactor, insiders, programs } from "./matrix/levels";
import { type Server, startServer } from "./matrix/outsiders";
import { type Address, addresses } from "./matrix/routes";
import { expect, test } from "../support";

let server: Server;
let people: Insider[];
let all: Address[];
/** Matches names and addresses of the sample. */
let others: RegExp;

test.beforeAll(async () => {
  server = await startServer();
  others = peoplesData(server.database);
  people = await insiders(server);
  people.push(...(await programs(server, people)));
  all = addresses(exampleOf(server.database)).filter(({ path }) => !path.endsWith(`/${nowhere}`));
});

test.afterAll(() => server?.remove());

/** Tables that page views write to. */
const ofLooking = [
  "visits",
  "page_views",
  "searches",
  "sessions",
  "api_tokens",
  "jobs",
  "mails",
  "faq_reads",
  "faq_misses",
  "notifications",
  "messages",
];
const kept = () => new Map([...contents(server.database)].filter(([table]) => !ofLooking.includes(table)));

/** Requests all cells as one user; returns the wrong results and the number of cells. */
async function askAs(person: Insider, turn: number) {
  const cells = all.flatMap((address) => cellsOf(address, person, turn));
  const before = kept();
  const wrong = await wrongCells(cells, {
    site: server.site,
    who: person.headers,
    secret: person.owesSecondFactor ? others : /(?!)/,
  });
  const [refused = 0, hidden = 0] = [[403, "second-factor"], [404]].map(
    (kinds) => cells.filter(({ wanted }) => kinds.includes(wanted)).length,
  );
  return { wrong: [...wrong, ...changes(before, kept())], cells: cells.length, refused, hidden };
}

/** Requests everything as each user in turn, and prints the counts. */
async function askAsAll(asking: Insider[]) {
  const wrong: Record<string, string[]> = {};
  const sum = { cells: 0, refused: 0, hidden: 0 };
  for (const [turn, person] of asking.entries()) {
    await test.step(person.who, async () => {
      const asked = await askAs(person, turn);
      if (asked.wrong.length > 0) wrong[person.who] = asked.wrong;
      for (const what of ["cells", "refused", "hidden"] as const) sum[what] += asked[what];
      process.stdout.write(
        `${person.who}: ${asked.cells} cells, ${asked.refused} refused, ${asked.hidden} not found because they are somebody else's\n`,
      );
    });
  }
  process.stdout.write(
    `The access matrix: ${sum.cells} cells, ${sum.refused} refused, ${sum.hidden} not found because they are somebody else's\n`,
  );
  expect(wrong).toEqual({});
  return sum;
}

/** Users who together have every kind of permission; `npm test` asks only as these. */
const representatives = ["a client", "staff of support (change)", "an admin", "a token of sales (view)"];
const isRepresentative = ({ who }: Insider) => representatives.includes(who);

test("a client, staff, an admin and a token get what the tables say, and change nothing that these do not give", async () => {
  test.setTimeout(240_000);
  const asked = people.filter(isRepresentative);
  expect(asked.map(({ who }) => who)).toEqual(representatives);
  expect((await askAsAll(asked)).refused).toBeGreaterThan(1_000);
});

test("people of all other levels get what the tables say, and change nothing that these do not give @exhaustive", async () => {
  test.setTimeout(240_000);
  const others = people.filter((person) => !isRepresentative(person));
  expect((await askAsAll(others)).refused).toBeGreaterThan(1_000);
});

test("whoever owes a second factor can set it up and nothing besides, nor can their programs; clients, and whoever has one, are asked for nothing @exhaustive", async () => {
  test.setTimeout(240_000);
  const named = (...names: string[]) => names.map((who) => people.find((person) => person.who === who)!);
  const [owner] = named("an owner");
  const ofOwner = named("a token of sales (change)", "a token of people (view)");
  setSecondFactorRequired(server);
  const asked = [...named("staff without areas", "staff of support (change)", "an admin"), owner!, ...ofOwner];
  const sum = await askAsAll(
    asked.map((person) => ({
      ...person,
      who: `${person.who} who owes a second factor`,
      owesSecondFactor: canBeAskedForSecondFactor(person),
    })),
  );
  expect(sum.refused).toBeGreaterThan(sum.cells / 2);
  giveOwnerSecondFactor(server);
  await askAsAll([...named("a client", "a client's token"), owner!, ...ofOwner]);
});
