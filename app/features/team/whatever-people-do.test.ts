/** Tests random sequences of actions on users' access: the invariants hold after each. */
import { and, eq, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, write } from "db";
import { accessLevels, userStatuses } from "db/lookups";
import { type User, users } from "db/schema";
import { action as api } from "~/features/api/resource";
import { whereHasLogin, maySignIn, rankOf } from "~/core/access/access.server";
import { deactivate } from "~/features/deactivation/deactivation.server";
import { makeToken } from "~/auth/tokens/api-tokens.server";
import { undoChange } from "~/core/undo/undo.server";
import { action as bulk } from "~/features/records/bulk";
import { cast, testDatabase } from "~/testing/database";
import { importIt, tryFile } from "~/testing/imports";
import { post, run, send, signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { giveAccess } from "./access/give.server";

testDatabase();

/** Returns a seeded pseudo-random number generator, so that every run is the same. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const ids = Object.values(cast).map(({ id }) => id);
const everybody = () => db.select().from(users).where(inArray(users.id, ids)).orderBy(users.id);
const all = { sales: "change", support: "change", people: "change", reports: "change" } as const;

/** Ids of the changes that can be undone, newest last. */
type Done = string[];
const noted = (done: Done, made: object) => void ("batch" in made && done.push(String(made.batch)));

interface Turn {
  by: User;
  person: User;
  /** Another one. */
  other: User;
  roll(sides: number): number;
  done: Done;
}

/** A request to `/api` by a session, or by a token that may do all that its person may. */
async function atApi({ by, roll }: Turn, method: string, body: object) {
  if (roll(2)) return run(api, await signedIn(send(method, "/api/users", body), by));
  const made = await makeToken(by, { name: "Program", areas: all, access: true, life: 30 }, crypto.randomUUID());
  return made.ok ? run(api, send(method, "/api/users", body, { Authorization: `Bearer ${made.token}` })) : undefined;
}

const levels = accessLevels.map(({ value }) => value);
const level = ({ roll }: Turn) => levels[roll(levels.length)] ?? "none";
const status = ({ roll }: Turn) => userStatuses[roll(2 * userStatuses.length)]?.value ?? "Active"; // mostly, so that somebody is left to act
const give = (turn: Turn) =>
  write((tx) => giveAccess(tx, turn.by, turn.person.id, { access: level(turn), areas: { people: "change" } }));

async function byImport(turn: Turn) {
  const { file } = await tryFile(
    "users",
    `Name,E-mail,Status\n${turn.person.name},${turn.person.email},${status(turn)}\n`,
    { by: turn.by },
  );
  if (file.changes > 0) await importIt(file.id, turn.by);
}

async function byBulk(turn: Turn, what: Record<string, string>) {
  return run(
    bulk,
    await signedIn(post("/users/bulk", { ids: [turn.person.id, turn.other.id].map(String), ...what }), turn.by),
  );
}

async function undo({ by, roll, done }: Turn) {
  const change = done[done.length - 1 - roll(Math.min(done.length, 3))];
  if (change !== undefined) noted(done, await undoChange(by, change));
}

/** The actions that changed someone's access or ability to sign in. */
const effective = new Set<string>();

const acts: Record<string, (turn: Turn) => Promise<unknown>> = {
  "a level": give,
  "a status": async (turn) => noted(turn.done, await userResource.setStatus(turn.by, [turn.person.id], status(turn))),
  "the trash": async ({ by, person, done }) => noted(done, await userResource.trash(by, [person.id])),
  "a restore": async ({ by, person, done }) => noted(done, await userResource.restore(by, [person.id])),
  "ticked rows": (turn) => byBulk(turn, { status: status(turn) }),
  "ticked rows, to the trash": (turn) => byBulk(turn, { act: "delete" }),
  "/api": (turn) => atApi(turn, "PUT", { id: turn.person.id, status: status(turn) }),
  "/api, which deletes": (turn) => atApi(turn, "DELETE", { ids: [turn.person.id] }),
  "an import": byImport,
  "an undo": undo,
  leaving: ({ by }) => deactivate(by),
};

/** Reverts the deactivation of their own account for these users. */
const comeBack = () =>
  write(async (tx) => void (await tx.update(users).set({ deactivatedAt: null }).where(inArray(users.id, ids))));

/** Checks the invariants for a user after an action of another. */
function holds(by: User, before: User, after: User, act: string) {
  const about = `${act} by ${by.name} (${by.access}) on ${before.name} (${before.access})`;
  if (rankOf(after.access) > rankOf(before.access))
    expect(rankOf(after.access), about).toBeLessThanOrEqual(rankOf(by.access));
  if (after.access !== before.access) expect(act, about).toBe("a level");
  if (after.access !== before.access && before.access !== "none") expect(by.access, about).toBe("owner");
  const letInOrKeptOut = maySignIn(after) !== maySignIn(before) && after.access === before.access;
  if (letInOrKeptOut && by.id !== before.id && by.access !== "owner")
    expect(rankOf(before.access), about).toBeLessThan(rankOf(by.access));
}

it.each([1, 2, 3])(
  "whatever people do to each other, there is an owner who can sign in, and nobody raises, lets in or keeps out anybody above themselves (%i)",
  async (seed) => {
    const roll = dice(seed);
    const done: Done = [];
    for (let count = 0; count < 600; count++) {
      const before = await everybody();
      const one = (among = before) => among[roll(among.length)] as User;
      const present = levels.filter((level) => before.some((person) => maySignIn(person) && person.access === level));
      const access = present[roll(present.length)]; // so that few admins act as often as many owners
      const turn: Turn = {
        by: roll(3) ? one(before.filter((person) => maySignIn(person) && person.access === access)) : one(),
        person: one(),
        other: one(),
        roll,
        done,
      };
      const act = roll(2) ? "a level" : (Object.keys(acts)[roll(Object.keys(acts).length)] ?? "");
      await (acts[act] ?? give)(turn).catch(() => undefined); // refused
      const after = await everybody();
      for (const [place, person] of before.entries()) {
        const now = after[place] as User;
        holds(turn.by, person, now, act);
        if (now.access !== person.access || maySignIn(now) !== maySignIn(person)) effective.add(act);
      }
      expect(await db.$count(users, and(eq(users.access, "owner"), whereHasLogin)), act).toBeGreaterThan(0);
      if (roll(4) === 0) await comeBack();
    }
  },
  120_000,
);

it("every kind of action changed something in some of the random runs", () => {
  expect([...effective].sort()).toEqual(Object.keys(acts).sort());
});
