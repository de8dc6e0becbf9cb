/**
 * A new e-mail address at Firebase, which changes it itself: by a code that Portico hands on, or on a page of its own.
 */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { journal, type User, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { atFirebase, followToFirebase, mailsTo, newEmail, testFirebase } from "~/testing/emulator/emulator";
import { get, run, signedIn, toastOf } from "~/testing/requests";
import { loader as page } from "~/features/sign-in/mail/email-verification";
import { firebase } from "~/auth/identity/firebase/provider.server";
import { askForAddress, cancelAddress, moveOf, waitingAddress } from "./new-address.server";

testDatabase();
testFirebase();

const password = "blue kettle 91";
let me: User;
let anew: string;

beforeEach(async () => {
  const email = newEmail();
  anew = newEmail("anew");
  const account = await firebase.signUp({ email, password, displayName: "Nora New" });
  await firebase.sendVerification(account);
  await firebase.verify((await mailsTo(email)).at(-1)?.oobCode ?? "", { signUp: account.signUp });
  const { id: _, ...person } = { ...cast.ada, uid: account.uid, email, name: "Nora New" };
  const [row] = await write((tx) => tx.insert(users).values(person).returning());
  me = row!;
});

/** Requests a new address and returns the path of the mailed link. */
async function asked(): Promise<string> {
  await askForAddress(me, anew);
  return `/email-verification?${new URLSearchParams({ oobCode: (await mailsTo(anew)).at(-1)?.oobCode ?? "" })}`;
}

const open = async (path: string, by?: User) =>
  run<{ refused?: string }>(page, by ? await signedIn(path, by) : get(path));
const addresses = async () => [
  (await db.select().from(users).where(eq(users.id, me.id)))[0]?.email,
  (await atFirebase({ uid: me.uid ?? "" }))?.email,
];
const unchanged = async () => expect(await addresses()).toEqual([me.email, me.email]);

/** Both have it, the password opens it, and the person did it. */
async function changed() {
  expect(await addresses()).toEqual([anew, anew]);
  expect(await firebase.signIn(anew, password)).toMatchObject({ uid: me.uid, emailVerified: true });
  expect((await db.select().from(journal)).at(-1)).toMatchObject({
    action: "changed",
    byId: me.id,
    before: { email: me.email },
    after: { email: anew },
  });
  expect(await waitingAddress(me)).toBeUndefined();
}

describe("the link in Firebase's mail", () => {
  it("changes the address if its owner is logged in, and nothing otherwise", async () => {
    const link = await asked();
    expect(await waitingAddress(me)).toMatchObject({ email: anew });
    expect((await open(link)).location).toContain("/login?from=");
    expect(toastOf(await open(link, cast.ben)).text).toContain("another account");
    await unchanged();
    expect((await open(link, me)).location).toBe("/settings");
    await changed();
    expect(toastOf(await open(link, me)).tone).toBe("error");
  });

  it("is invalid once the change is cancelled or the password has changed", async () => {
    const cancelled = await asked();
    await cancelAddress(me);
    expect(toastOf(await open(cancelled, me)).text).toContain("This link was used already");
    expect((await open(cancelled)).data.refused).toContain("This link was used already"); // nor does the reader of that address's mail get in
    const second = await asked();
    await firebase.changePassword(me.uid ?? "", password, "green kettle 92");
    expect(toastOf(await open(second, me)).tone).toBe("error");
    await unchanged();
  });

  it("changes nothing for a banned user, or if somebody else has the address by now", async () => {
    const link = await asked();
    await write(async (tx) => void (await tx.update(users).set({ status: "Banned" }).where(eq(users.id, me.id))));
    expect((await open(link)).data.refused).toContain("may not sign in");
    await write(async (tx) => void (await tx.update(users).set({ status: "Active" }).where(eq(users.id, me.id))));
    await write(async (tx) => void (await tx.update(users).set({ email: anew }).where(eq(users.id, cast.dan.id))));
    expect(toastOf(await open(link, me)).text).toContain("Somebody else has this e-mail address by now");
    await unchanged();
  });
});

describe("Firebase's own page", () => {
  /** Returns the path that the link continues to. */
  const after = async () => (await followToFirebase(anew))?.slice(config.appUrl.length) ?? "";

  it("changes the address itself, and the user's record follows when they return, logged in or not", async () => {
    await asked();
    const ours = await after();
    expect(await addresses()).toEqual([me.email, anew]);
    const answer = await open(ours);
    expect([answer.location, toastOf(answer).text]).toEqual([
      "/login?from=%2Fsettings",
      `Your e-mail address is ${anew} now. Log in with it.`,
    ]);
    await changed();
  });

  it("is followed within the hour by a mail that verifies the new address, using the old password", async () => {
    await asked();
    await after();
    const account = await firebase.signIn(anew, password);
    expect(account.emailVerified).toBe(false);
    await firebase.sendVerification(account);
    expect(
      await firebase.verify((await mailsTo(anew)).at(-1)?.oobCode ?? "", { move: moveOf(undefined) }),
    ).toMatchObject({ account: { uid: me.uid } });
    await changed();
  });
});
