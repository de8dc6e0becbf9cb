/** People who registered and waited are told by mail that they may log in, however they were let in. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "db";
import { mails } from "db/schema";
import { action as api } from "~/api/resource";
import { undoChange } from "~/journal/undo.server";
import { queueMail } from "~/mail/mail.server";
import { action as bulk, loader as bulkPage } from "~/records/bulk";
import { action as setStatus } from "~/records/status";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, send, signedIn } from "~/testing/requests";
import { action as edit } from "./edit";
import { userRecords } from "./users.server";

// Spied on, not replaced: what is mailed can be looked at.
vi.mock("~/mail/mail.server", { spy: true });

testDatabase();
beforeEach(() => void vi.mocked(queueMail).mockClear());

const { ada, pia, dan } = cast;
const told = () => vi.mocked(queueMail).mock.calls.map(([, mail]) => [mail.to, mail.subject]).filter(([, subject]) => subject?.startsWith("You can log in"));
const news = [[pia.email, "You can log in to Portico now"]];
const fields = ({ name, email, role, country, phone }: typeof pia) => ({ name, email, role, country, phone, image: "", status: "Active" });

describe("somebody who registered and waits", () => {
  it.each([
    ["by the list's button", async () => run(setStatus, await signedIn(post("/users/4/status", { status: "Active" }), ada), { id: "4" })],
    ["in their form", async () => run(edit, await signedIn(post("/users/4", { ...fields(pia), revision: "1" }), ada), { id: "4" })],
    ["among a selection", async () => userRecords.setStatus(ada, [pia.id, dan.id], "Active")],
    ["among all that match", async () => run(bulk, await signedIn(post("/users/bulk?status=Pending&set=Active", { matched: "1", changes: "1" }), ada), {})],
    ["by /api", async () => run(api, await signedIn(send("PUT", "/api/users", { id: pia.id, status: "Active" }), ada))],
  ])("is told once when let in %s", async (_, letIn) => {
    await letIn();
    expect((await userRecords.get(pia.id))?.status).toBe("Active");
    expect(told()).toEqual(news);
  });

  it("is told nothing while that is only rehearsed, or when they are rejected", async () => {
    await run(bulkPage, await signedIn(get("/users/bulk?status=Pending&set=Active"), ada), {});
    await userRecords.setStatus(ada, [pia.id], "Rejected");
    expect(await db.$count(mails)).toBe(0);
  });

  it("is told when an undo lets them in", async () => {
    const rejected = await userRecords.change(ada, pia.id, { status: "Rejected" });
    await undoChange(ada, (rejected.ok && rejected.change) || "");
    expect(told()).toEqual([]); // they wait again
    await userRecords.change(ada, pia.id, { status: "Active" });
    expect(told()).toEqual(news);
  });
});

it("somebody who never registered, or is active already, is told nothing", async () => {
  await userRecords.change(ada, dan.id, { status: "Pending" });
  await userRecords.change(ada, dan.id, { status: "Active" });
  await userRecords.change(ada, cast.ben.id, { country: "Malta" });
  expect(told()).toEqual([]);
});
