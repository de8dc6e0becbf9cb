/** Effects of bans and erasures on Firebase accounts: applied after the change, in order, and retried until done. */
import http from "node:http";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { firebaseAccounts, journal, providerWork, type User, users } from "db/schema";
import { emptyTrash } from "~/maintenance/trash.server";
import { undoChange } from "~/core/undo/undo.server";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { asOwner, atFirebase, emulator, newEmail, testFirebase, withGoogle } from "~/testing/emulator/emulator";
import { answer, closeGoogle, projectThat } from "~/testing/google";
import { signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { markProven } from "~/auth/identity/firebase/accounts.server";
import { userOfRequest } from "../session.server";
import { local } from "./local.server";
import { lockLogin, providerSettled, settleWithProvider } from "./provider-work.server";

testDatabase();
testFirebase();
closeGoogle();

/** Links a user to a Firebase account whose logins count from long ago, and returns its uid. */
async function tied(person: User): Promise<string> {
  const email = newEmail();
  const { localId: uid } = await withGoogle(email);
  await asOwner(uid, { validSince: "1" });
  await write(async (tx) => void (await tx.update(users).set({ uid, email }).where(eq(users.id, person.id))));
  return uid;
}

const give = (person: User, status: User["status"]) => userResource.changeMany(cast.ben, [person.id], { status });
const owed = () => db.select({ uid: providerWork.uid, task: providerWork.task }).from(providerWork);
const outOfReach = { ...emulator, emulatorHost: "127.0.0.1:1" };

describe("a ban", () => {
  it.each(["Banned", "Rejected"] as const)(
    "a ban by %s disables the account and ends its logins, after the change",
    async (status) => {
      const uid = await tied(cast.ada);
      await give(cast.ada, status);
      expect(await owed()).toEqual([{ uid, task: "disable" }]);
      await providerSettled();
      expect(await atFirebase({ uid })).toMatchObject({ disabled: true });
      expect(Number((await atFirebase({ uid }))?.validSince)).toBeGreaterThan(1);
      expect(await owed()).toEqual([]);
    },
  );

  it("a ban that is revoked enables the account again, by status or by undo", async () => {
    const uid = await tied(cast.ada);
    const takeBack = [
      () => give(cast.ada, "Active"),
      async () => {
        const [entry] = (
          await db
            .select()
            .from(journal)
            .where(eq(journal.recordId, String(cast.ada.id)))
        ).slice(-1);
        await undoChange(cast.ben, entry?.batch ?? "");
      },
    ];
    for (const act of takeBack) {
      await give(cast.ada, "Banned");
      await providerSettled();
      expect(await atFirebase({ uid })).toMatchObject({ disabled: true });
      await act();
      await providerSettled();
      expect((await atFirebase({ uid }))?.disabled).toBeFalsy();
    }
  });

  it("is not sent again when Banned becomes Rejected, and neither is any other change", async () => {
    await tied(cast.ban);
    await tied(cast.ada);
    await give(cast.ban, "Rejected");
    await give(cast.ada, "Pending");
    await userResource.trash(cast.ben, [cast.ada.id]);
    await give(cast.dan, "Banned"); // has never signed in
    expect(await owed()).toEqual([]);
  });

  it("a ban that is rolled back is not sent", async () => {
    const uid = await tied(cast.ada);
    const failing = write(async (tx) => {
      await lockLogin(tx, uid, true);
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    await providerSettled();
    expect(await owed()).toEqual([]);
    expect((await atFirebase({ uid }))?.disabled).toBeFalsy();
  });
});

it("a ban also disables a local account", async () => {
  config.firebase = undefined;
  for (const [status, disabled] of [
    ["Banned", true],
    ["Active", false],
  ] as const) {
    await give(cast.ada, status);
    await providerSettled();
    expect(await local.account(cast.ada.uid ?? "")).toMatchObject({ disabled });
  }
});

it("an erased person's account is deleted completely", async () => {
  const uid = await tied(cast.ada);
  await markProven(uid, cast.ada.email);
  await userResource.trash(cast.ben, [cast.ada.id]);
  await emptyTrash(new Date(Date.now() + 1));
  expect(await db.select().from(firebaseAccounts).where(eq(firebaseAccounts.uid, uid))).toEqual([]);
  await providerSettled();
  expect(await atFirebase({ uid })).toBeUndefined();
  expect(await owed()).toEqual([]);
});

describe("while Firebase is unreachable", () => {
  it("a ban takes effect here, and Firebase is told when it is back", async () => {
    const uid = await tied(cast.ada);
    const browser = await signedIn("/users", cast.ada);
    config.firebase = outOfReach;
    await give(cast.ada, "Banned");
    expect(await userOfRequest(browser)).toBeUndefined();
    await providerSettled();
    expect(await settleWithProvider()).toBe(0);
    expect(await owed()).toEqual([{ uid, task: "disable" }]);
    config.firebase = emulator;
    expect(await settleWithProvider()).toBe(1);
    expect(await atFirebase({ uid })).toMatchObject({ disabled: true });
    expect(await settleWithProvider()).toBe(0);
  });

  it("only the latest state is stored", async () => {
    const uid = await tied(cast.ada);
    await withConfig({ firebase: outOfReach }, async () => {
      await give(cast.ada, "Banned");
      await give(cast.ada, "Active");
      await providerSettled();
    });
    expect(await owed()).toEqual([{ uid, task: "enable" }]);
    await settleWithProvider();
    expect((await atFirebase({ uid }))?.disabled).toBeFalsy();
  });

  it("it is called once, not once for each account", async () => {
    await write((tx) =>
      tx
        .insert(providerWork)
        .values(["a", "b", "c"].map((uid) => ({ uid, provider: "firebase" as const, task: "delete" as const }))),
    );
    const calls = vi.spyOn(http, "request");
    expect(await withConfig({ firebase: outOfReach }, settleWithProvider)).toBe(0);
    expect(calls).toHaveBeenCalledTimes(1);
    expect(await owed()).toHaveLength(3);
  });
});

it("work for one provider waits until that provider is in use again", async () => {
  const uid = await tied(cast.ada);
  await withConfig({ firebase: undefined }, async () => {
    await give(cast.ada, "Banned");
    await providerSettled();
    expect(await settleWithProvider()).toBe(0);
  });
  expect(await owed()).toEqual([{ uid, task: "disable" }]);
  await give(cast.rex, "Active"); // has a local account
  await providerSettled();
  expect(await atFirebase({ uid })).toMatchObject({ disabled: true });
  expect(await owed()).toEqual([{ uid: cast.rex.uid, task: "enable" }]);
  await withConfig({ firebase: undefined }, settleWithProvider);
  expect(await owed()).toEqual([]);
});

it("an account that Firebase has trouble with does not delay others", async () => {
  const uid = await tied(cast.ada);
  await write((tx) =>
    tx
      .insert(providerWork)
      .values({ uid: "x".repeat(200), provider: "firebase", task: "disable", createdAt: new Date(0) }),
  );
  await give(cast.ada, "Banned");
  await providerSettled();
  expect(await atFirebase({ uid })).toMatchObject({ disabled: true });
  expect(await owed()).toEqual([{ uid: "x".repeat(200), task: "disable" }]);
});

it("the later of two changes wins, also when Firebase is slow with the first", async () => {
  const uid = await tied(cast.ada);
  config.firebase = await slowWithTheFirst();
  await give(cast.ada, "Banned");
  await give(cast.ada, "Active");
  await providerSettled();
  expect((await atFirebase({ uid }))?.disabled).toBeFalsy();
  expect(await owed()).toEqual([]);
});

/** Puts a server before the emulator that delays the first request, so that others can overtake it. */
async function slowWithTheFirst() {
  let isFirst = true;
  const { emulatorHost } = await projectThat((request, response) => {
    const wait = isFirst ? 300 : 0;
    isFirst = false;
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => setTimeout(() => void handOn(), wait));
    const handOn = async () => {
      const headers = { Authorization: "Bearer owner", "Content-Type": "application/json" };
      const result = await fetch(`http://${emulator.emulatorHost}${request.url}`, {
        method: request.method,
        headers,
        body: Buffer.concat(pieces),
      });
      answer(response, result.status, await result.text());
    };
  });
  return { ...emulator, emulatorHost };
}
