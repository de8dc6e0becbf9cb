/** Tests that users who awaited approval get a mail once they may sign in, however they were approved. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { eq } from "drizzle-orm";
import { db, write } from "db";
import { mails, users } from "db/schema";
import { action as api } from "~/features/api/resource";
import { undoChange } from "~/core/undo/undo.server";
import { queueMail } from "~/core/mail/mail.server";
import { action as bulk, loader as bulkPage } from "~/features/records/bulk";
import { action as setStatus } from "~/features/records/status";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, send, signedIn, toastOf } from "~/testing/requests";
import { savedMails } from "~/testing/mail-sentences";
import { action as edit, loader as page } from "./edit";
import { userResource } from "./users.server";

// Spied on, not replaced: what is mailed can be looked at.
vi.mock("~/core/mail/mail.server", { spy: true });

testDatabase();
beforeEach(() => void vi.mocked(queueMail).mockClear());

const { ada, pia, dan } = cast;
const told = () =>
  vi
    .mocked(queueMail)
    .mock.calls.map(([, mail]) => [mail.to, mail.subject])
    .filter(([, subject]) => subject?.startsWith("You can log in"));
const news = [[pia.email, "You can log in to Portico now"]];
const fields = ({ name, email, role, country, phone }: typeof pia) => ({
  name,
  email,
  role,
  country,
  phone,
  image: "",
  status: "Active",
});

describe("a registered user who waits for approval", () => {
  it.each([
    [
      "by the list's button",
      async () => run(setStatus, await signedIn(post("/users/4/status", { status: "Active" }), ada), { id: "4" }),
    ],
    [
      "in their form",
      async () => run(edit, await signedIn(post("/users/4", { ...fields(pia), revision: "1" }), ada), { id: "4" }),
    ],
    ["among a selection", async () => userResource.setStatus(ada, [pia.id, dan.id], "Active")],
    [
      "among all that match",
      async () =>
        run(
          bulk,
          await signedIn(post("/users/bulk?status=Pending&set=Active", { matched: "1", changes: "1" }), ada),
          {},
        ),
    ],
    ["by /api", async () => run(api, await signedIn(send("PUT", "/api/users", { id: pia.id, status: "Active" }), ada))],
  ])("gets one mail when approved %s", async (_, letIn) => {
    await letIn();
    expect((await userResource.unrestricted.get(pia.id))?.status).toBe("Active");
    expect(told()).toEqual(news);
  });

  it("gets no mail for a dry run or a rejection", async () => {
    await run(bulkPage, await signedIn(get("/users/bulk?status=Pending&set=Active"), ada), {});
    await userResource.setStatus(ada, [pia.id], "Rejected");
    expect(await db.$count(mails)).toBe(0);
  });

  it("gets a mail when an undo approves them", async () => {
    const rejected = await userResource.change(ada, pia.id, { status: "Rejected" });
    await undoChange(ada, (rejected.ok && rejected.batch) || "");
    expect(told()).toEqual([]); // they wait again
    await userResource.change(ada, pia.id, { status: "Active" });
    expect(told()).toEqual(news);
  });
});

it("a user who never registered, or is already active, gets no mail", async () => {
  await userResource.change(ada, dan.id, { status: "Pending" });
  await userResource.change(ada, dan.id, { status: "Active" });
  await userResource.change(ada, cast.ben.id, { country: "Malta" });
  expect(told()).toEqual([]);
});

describe("a user without a level", () => {
  const status = async (person: typeof pia, by = ada) =>
    toastOf(
      await run(setStatus, await signedIn(post(`/users/${person.id}/status`, { status: "Active" }), by), {
        id: String(person.id),
      }),
    );
  const ticked = async (ids: number[], by = ada) =>
    toastOf(await run(bulk, await signedIn(post("/users/bulk", { ids: ids.map(String), status: "Active" }), by)));
  const set = (person: typeof pia, values: Partial<typeof pia>) =>
    write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, person.id))));

  it("is not approved by being set Active, and the page leads to choosing a level", async () => {
    await set(pia, { access: "none" });
    expect(await status(pia)).toMatchObject({
      text: "Pia Pending marked as active. They have no access, so they cannot sign in yet:",
      links: [{ href: `/team/people/${pia.id}/approve`, title: "choose a level" }],
    });
    expect(await userResource.unrestricted.get(pia.id)).toMatchObject({ status: "Active", access: "none" });
    expect(told()).toEqual([]);
  });

  it("is also mentioned among several, with a link to those who wait", async () => {
    await set(pia, { access: "none" });
    await set(cast.ban, { access: "client" });
    expect(await ticked([pia.id, cast.ban.id])).toMatchObject({
      text: "2 users marked as active. 1 of them has no access, so they cannot sign in yet:",
      links: [{ href: `/team/people/${pia.id}/approve`, title: "choose a level" }],
    });
    for (const person of [pia, cast.ban]) await set(person, { access: "none", status: "Pending" });
    expect(await ticked([pia.id, cast.ban.id])).toMatchObject({
      text: "2 users marked as active. They have no access, so they cannot sign in yet:",
      links: [{ href: "/team/waiting", title: "choose their levels" }],
    });
  });

  it("is mentioned with who can choose a level to those who may not", async () => {
    await set(pia, { access: "none" });
    await set(cast.ben, { access: "staff", areas: { people: "change" } });
    const said = await status(pia, cast.ben);
    expect(said).toMatchObject({
      text: "Pia Pending marked as active. They have no access, so they cannot sign in yet: an owner or admin chooses a level.",
    });
    expect(said.links).toBeUndefined();
  });

  it("is not mentioned if everybody has a level, or another status is set", async () => {
    expect((await status(pia)).text).toBe(`Pia Pending marked as active. ${savedMails(3)}`);
    await set(dan, { access: "none", status: "Active" });
    expect(
      toastOf(await run(setStatus, await signedIn(post("/users/6/status", { status: "Rejected" }), ada), { id: "6" }))
        .text,
    ).toBe("Dan Directory marked as rejected");
  });

  it("is mentioned on their page", async () => {
    await set(pia, { access: "none" });
    const says = async (person: typeof pia) =>
      (await run<{ access: string }>(page, await signedIn(`/users/${person.id}`, ada), { id: String(person.id) })).data
        .access;
    expect(await says(pia)).toBe("Waiting for approval: cannot sign in until someone chooses an access level");
    expect(await says(dan)).toBe("No access: cannot sign in, although Active");
  });

  it("is mentioned before all matches are set Active", async () => {
    const asked = await run<{ means?: string }>(
      bulkPage,
      await signedIn(get("/users/bulk?status=Pending&set=Active"), ada),
      {},
    );
    expect(asked.data.means).toContain("Whoever has none waits under Team until somebody chooses a level for them.");
  });
});

it("banning, rejecting and deleting people are marked as dangerous", async () => {
  const asked = async (act: string) =>
    (await run<{ isDanger?: boolean }>(bulkPage, await signedIn(get(`/users/bulk?${act}`), ada), {})).data.isDanger;
  const acts = ["set=Banned", "set=Rejected", "act=delete", "set=Pending", "set=Active"];
  expect(await Promise.all(acts.map(asked))).toEqual([true, true, true, false, false]);
});
