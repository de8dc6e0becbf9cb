import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { journal, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { action, loader } from "./unsubscribe";
import { unsubscribeLink } from "~/features/notifications/unsubscribe-link.server";
import { preferencesOf } from "~/features/notifications/preferences";

testDatabase();
const { ada, ben, tess } = cast;
const pathOf = (link: string) => link.slice(config.appUrl.length);
const path = pathOf(unsubscribeLink(ada.id, ["invoiceOverdue", "approval"]));
const oneClick = { "List-Unsubscribe": "One-Click" };
const noticesOf = async (id: number) =>
  (await db.select({ notices: users.notices }).from(users).where(eq(users.id, id)))[0]?.notices ?? null;

describe("an unsubscribe link", () => {
  it("says what it will turn off, and does nothing when it is only opened", async () => {
    expect(await run(loader, get(path))).toMatchObject({
      status: 200,
      data: { from: "Invoice overdue, Person awaiting approval" },
    });
    expect(await noticesOf(ada.id)).toBeNull();
  });

  it("turns off only that when its button is pressed, once, also while signed out", async () => {
    for (const _ of [1, 2])
      expect(await run(action, post(path, oneClick))).toMatchObject({ status: 200, data: { done: true } });
    const wishes = preferencesOf(await noticesOf(ada.id));
    const before = preferencesOf(null);
    expect(wishes).toEqual({
      ...before,
      events: {
        ...before.events,
        invoiceOverdue: { inApp: true, email: false },
        approval: { inApp: true, email: false },
      },
    });
    expect(await noticesOf(ben.id)).toBeNull();
    expect(await db.select().from(journal)).toMatchObject([
      { entity: "users", recordId: "1", byId: ada.id, action: "changed" },
    ]);
  });

  it("an unsubscribe link for the digest turns the digest off", async () => {
    await run(action, post(pathOf(unsubscribeLink(ada.id, ["digest"])), oneClick));
    expect(preferencesOf(await noticesOf(ada.id))).toEqual({ ...preferencesOf(null), digest: null });
  });

  it("keeps settings that were saved at the same moment", async () => {
    const { events, ...rest } = preferencesOf(null);
    const notices = { ...rest, digest: null, events: { ...events, newOrder: { inApp: false, email: true } } };
    const read = vi.spyOn(userResource.unrestricted, "get");
    const saving = write(async (tx) => {
      await vi.waitUntil(() => read.mock.settledResults.some(({ type }) => type === "fulfilled"));
      await tx
        .update(users)
        .set({ notices, revision: ada.revision + 1 })
        .where(eq(users.id, ada.id));
    });
    const ended = run(action, post(path, oneClick)); // reads what was there before, and waits for its turn to write
    await saving;
    read.mockRestore();
    expect(await ended).toMatchObject({ status: 200, data: { done: true } });
    const off = { inApp: true, email: false };
    expect(preferencesOf(await noticesOf(ada.id))).toEqual({
      ...notices,
      events: { ...notices.events, invoiceOverdue: off, approval: off },
    });
  });

  it.each([
    ["for somebody else", path.replace("person=1", "person=2")],
    ["for something else", path.replace("approval", "newOrder")],
    ["with a letter changed", path.replace(/code=./, (found) => (found === "code=A" ? "code=B" : "code=A"))],
    ["cut off", path.slice(0, -1)],
    ["without a code", path.replace(/&code=.*/, "")],
    ["with an empty code", path.replace(/&code=.*/, "&code=")],
    ["with nothing", "/unsubscribe"],
    ["with a code of letters that are no code's", path.replace(/code=.*/, "code=%00%F0%9F%98%80")],
  ])("%s changes nothing and says so", async (_, forged) => {
    expect(await run(loader, get(forged))).toMatchObject({ status: 400, data: { from: null } });
    expect(await run(action, post(forged, oneClick))).toMatchObject({ status: 400, data: { done: false } });
    expect([await noticesOf(ada.id), await noticesOf(ben.id)]).toEqual([null, null]);
  });

  it("an unsubscribe link of another installation is refused as unknown", async () => {
    const secret = vi.spyOn(config, "sessionSecret", "get").mockReturnValue("another secret of thirty-two letters");
    const foreign = pathOf(unsubscribeLink(ada.id, ["approval"]));
    secret.mockRestore();
    expect((await run(action, post(foreign, oneClick))).status).toBe(400);
  });

  it("does not turn off mails about one's account, and ignores removed events", async () => {
    expect(
      (await run(action, post(pathOf(unsubscribeLink(ada.id, ["security", "faxArrived"])), oneClick))).status,
    ).toBe(200);
    expect(await noticesOf(ada.id)).toBeNull();
  });

  it("an unsubscribe link of an erased user does nothing", async () => {
    for (const id of [tess.id, 999])
      expect((await run(action, post(pathOf(unsubscribeLink(id, ["approval"])), oneClick))).status).toBe(200);
    expect(await noticesOf(tess.id)).toBeNull();
  });

  it("posted from another site's page is refused", async () => {
    expect((await run(action, post(path, oneClick, { Origin: "https://evil.example" }))).status).toBe(403);
    expect(await noticesOf(ada.id)).toBeNull();
  });

  it("an unsubscribe link also works for a banned user", async () => {
    await write(async (tx) => void (await tx.update(users).set({ status: "Banned" }).where(eq(users.id, ada.id))));
    await run(action, post(path, oneClick));
    expect(preferencesOf(await noticesOf(ada.id)).events.approval.email).toBe(false);
  });
});
