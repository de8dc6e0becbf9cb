/** A refused change to one of many records leaves nothing behind. */
import { expect, it } from "vitest";
import { afterCommit, write } from "db";
import { cast, testDatabase } from "~/testing/database";
import { newAct, RuleViolation } from "~/core/resource/act.server";
import { trySavepoint } from "./bulk-outcome.server";

testDatabase();

it("drops the deferred work of a refused record, and keeps that of the others", async () => {
  const act = newAct(cast.ada);
  const sent: string[] = [];
  const change =
    (name: string, refused = false) =>
    async () => {
      act.entries++;
      act.atEnd.set(name, async () => undefined);
      afterCommit(() => sent.push(name));
      if (refused) throw new RuleViolation({ "": `${name} stays.` });
      return name;
    };
  await write(async (tx) => {
    expect(await trySavepoint(tx, act, change("first"))).toEqual({ row: "first" });
    expect(await trySavepoint(tx, act, change("refused", true))).toEqual({ why: "refused stays." });
    expect(await trySavepoint(tx, act, change("last"))).toEqual({ row: "last" });
  });
  expect([sent, [...act.atEnd.keys()], act.entries]).toEqual([["first", "last"], ["first", "last"], 2]);
});
