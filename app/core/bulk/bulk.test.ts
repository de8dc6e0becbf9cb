/** Bulk actions on everything that matches: preview and execution. */
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db, type Transaction, write } from "db";
import { journal, mails, type User, users } from "db/schema";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { stopJobs, jobOf, jobsEnded, runningJobs } from "~/core/jobs/jobs.server";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { addOrder } from "~/testing/orders";
import { addTickets } from "~/testing/support";
import { get, post, run, signedIn, toast, toastOf } from "~/testing/requests";
import { savedMails } from "~/testing/mail-sentences";
import { inContext } from "~/core/http/request-context.server";
import { userResource } from "~/features/users/users.server";
import { undoChange } from "~/core/undo/undo.server";
import { newAct, record, RuleViolation } from "~/core/resource/act.server";
import { action, loader } from "~/features/records/bulk";
import { bulkRequestIn } from "./bulk-request.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import { dryRun, type Tally } from "./dry-run.server";

testDatabase();

const { ada, ben, dan, pia, tess, rex } = cast;
const mailServer = { smtpUrl: "smtp://127.0.0.1:1" };
const usual = { ...bulkLimits };
afterEach(async () => {
  Object.assign(bulkLimits, usual);
  await jobsEnded();
});

interface Page {
  matched: number;
  last: number;
  seen: { matched?: number; changes?: number };
  tally?: Tally;
  mails?: string;
  back: string;
}

const look = async (path: string, person: User = ada) => run<Page>(loader, await signedIn(get(path), person));
const send = async (path: string, fields: Record<string, string | string[]>) =>
  run(action, await signedIn(post(path, fields), ada));
const tallyOf = async (path: string) => (await look(path)).data.tally;
const entries = () => db.select().from(journal).orderBy(asc(journal.id));
const statuses = async () =>
  Object.fromEntries(
    (await db.select().from(users).orderBy(asc(users.id))).map(({ name, status }) => [name.split(" ")[0], status]),
  );

/** Adds this many users, all pending. */
async function addMany(count: number) {
  const rows = Array.from({ length: count }, (_, number) => ({
    ...dan,
    id: 100 + number,
    name: `Many ${number}`,
    email: `many${number}@example.com`,
    country: "Peru",
    status: "Pending" as const,
  }));
  await write(async (tx) => void (await tx.insert(users).values(rows)));
}

describe("a dry run", () => {
  it("is the page to which an action on everything that matches leads, and changes nothing", async () => {
    const { location } = await send("/users/bulk?status=Pending&page=2&sort=name", { all: "1", status: "Active" });
    expect(location).toBe("/users/bulk?status=Pending&sort=name&set=Active&matched=1");
    const { data } = await look(location ?? "");
    expect(data).toMatchObject({
      matched: 1,
      back: "/users?status=Pending&sort=name",
      tally: {
        matched: 1,
        changed: {
          count: 1,
          first: [{ label: pia.name, href: "/users/4", before: { status: "Pending" }, after: { status: "Active" } }],
        },
      },
    });
    expect(await userResource.unrestricted.get(pia.id)).toEqual(pia);
    expect(await entries()).toEqual([]);
  });

  it("lists what would change, what stays and what is refused, and why", async () => {
    const { changed, same, refused } = (await tallyOf("/users/bulk?set=Banned")) ?? {};
    expect(changed?.first.map(({ label }) => label)).toEqual([ben.name, pia.name, cast.rex.name, dan.name]);
    expect(same?.first).toMatchObject([{ label: cast.ban.name, why: "It is banned already." }]);
    expect(refused?.first).toMatchObject([{ label: ada.name, why: expect.stringContaining("your own account") }]);
  });

  it("takes earlier rows into account: banning the last user who can sign in is refused", async () => {
    const refused = async () =>
      (await tallyOf("/users/bulk?status=Active&act=delete"))?.refused.first.map(({ label }) => label);
    expect(await refused()).toEqual([ada.name]);
    await write(
      async (tx) => void (await tx.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, ada.id))),
    );
    const { changed, refused: kept } = await dryRunAs(ben, "/users/bulk?q=ben&act=delete");
    expect([changed.count, kept.first[0]?.label]).toEqual([0, ben.name]);
  });

  const dryRunAs = async (person: User, path: string) => (await look(path, person)).data.tally as Tally;

  it("includes work at the end of the act, and refusals that only it causes", async () => {
    const asked = bulkRequestIn(userResource.asSeenBy(ada), new URLSearchParams("status=Pending&set=Active"));
    if (!asked) throw new Error("No act");
    const ended: (string | undefined)[] = [];
    const putsOff =
      (atEnd: (tx: Transaction) => Promise<void>): typeof userResource.unrestricted.each =>
      async (tx, act, ids, what) => {
        act.atEnd.set("one", atEnd);
        return userResource.unrestricted.each(tx, act, ids, what);
      };
    const dryRunWith = (atEnd: (tx: Transaction) => Promise<void>) =>
      dryRun(ada, { ...asked, of: { ...asked.of, each: putsOff(atEnd) } });
    const seen = await dryRunWith(
      async (tx) => void ended.push((await tx.select().from(users).where(eq(users.id, pia.id)))[0]?.status),
    );
    expect([seen.changed.count, ended]).toEqual([1, ["Active"]]);
    const { changed, refused } = await dryRunWith(() => Promise.reject(new RuleViolation({ "": "Not all of these." })));
    expect([changed, refused]).toEqual([
      { count: 0, first: [] },
      {
        count: 1,
        first: [{ id: pia.id, label: pia.name, href: "/users/4", outcome: "refused", why: "Not all of these." }],
      },
    ]);
  });

  it("applies the rules of each resource", async () => {
    await userResource.create(ada, {
      name: "New Owner",
      email: tess.email,
      role: "IT Support",
      status: "Pending",
      country: "",
      phone: "",
    });
    expect((await tallyOf("/users/bulk?trash=1&act=restore"))?.refused.first).toMatchObject([
      { label: tess.name, why: "New Owner already has this e-mail address. Use another one." },
    ]);

    const order = await addOrder({ createdAt: new Date(Date.now() + 86_400_000) });
    expect((await tallyOf("/orders/bulk?set=Shipping"))?.changed.first).toMatchObject([
      { label: `Order #${order.id}`, about: order.customerName, after: { status: "Shipping" } },
    ]);

    await addInvoice();
    expect((await tallyOf("/invoices/bulk?set=complete"))?.changed.first[0]?.after).toEqual({
      status: "complete",
      completedAt: expect.any(Number),
    });

    const [one, other] = await Promise.all([addTicket("One"), addTicket("Other")]);
    await ticketResource.change(ada, one, { mergedInto: other });
    const { changed, refused } = (await tallyOf("/support/tickets/bulk?set=Solved")) ?? {};
    expect([changed?.count, changed?.first, refused?.first]).toMatchObject([
      1,
      [{ label: `Ticket #${other}`, about: `Other, ${dan.name}` }],
      [{ why: `Ticket #${one} was merged into #${other}, so its status stays.` }],
    ]);
  });

  async function addTicket(subject: string): Promise<number> {
    const made = await ticketResource.create(ada, {
      subject,
      requesterId: dan.id,
      topic: "Getting started",
      priority: "Normal",
      status: "Open",
    });
    return made.ok ? made.row.id : 0;
  }

  it("lists the first fifty of each group and counts all", async () => {
    await addMany(120);
    const tally = await tallyOf("/users/bulk?q=peru&act=delete");
    expect([tally?.changed.count, tally?.changed.first.length]).toEqual([120, 50]);
  });

  it("a dry run also works for more ticked rows than a page shows, and only for those", async () => {
    await addMany(120);
    const { location } = await send("/users/bulk", {
      ids: Array.from({ length: 101 }, (_, number) => String(100 + number)),
      act: "delete",
    });
    expect(location).toMatch(/^\/users\/bulk\?ids=100%2C101/);
    expect((await tallyOf(location ?? ""))?.changed.count).toBe(101);
  });

  it.each(["ids=abc", "ids=", "ids=0,-1"])("a dry run of malformed ids applies to no rows: %s", async (ids) => {
    expect((await look(`/users/bulk?act=delete&${ids}`)).data).toMatchObject({
      matched: 0,
      tally: { changed: { count: 0 } },
    });
    expect((await send(`/users/bulk?act=delete&${ids}`, {})).location).toBe("/users/bulk?ids=&act=delete");
  });

  it("a dry run of an unknown action redirects to the list", async () => {
    expect((await look("/users/bulk?set=Nonsense&q=ada")).location).toBe("/users?set=Nonsense&q=ada");
    expect((await look("/support/canned-replies/bulk?set=Published")).location).toContain("/support/canned-replies");
  });
});

describe("mails that a bulk action sends", () => {
  const toBeSaved = (mails: string) =>
    `${mails} will be saved in DATA_DIR/outbox, not sent: no mail server is set up (SMTP_URL).`;
  const solve = "/support/tickets/bulk?set=Solved";
  const asked = (...addresses: string[]) => addTickets(...addresses.map((requesterEmail) => ({ requesterEmail })));
  const solveAs = async (person: User, changes: number) =>
    inContext({ searches: [], person }, async () =>
      run(action, await signedIn(post(solve, { matched: "3", changes: String(changes) }), person)),
    );

  it("are announced in its preview, which sends none, and beside its undo", async () => {
    await asked("olga@example.com", "otto@example.com", "");
    const { data } = await look(solve);
    expect(data).toMatchObject({ mails: toBeSaved("2 mails") });
    expect(await db.select().from(mails)).toEqual([]);
    expect(toast(await solveAs(ada, 3))).toContain(savedMails(2));
    expect((await db.select().from(mails)).length).toBe(2);
  });

  it("are announced in a preview of an action on selected rows that sends more than one, with the number of people", async () => {
    const tickets = await asked("olga@example.com", "otto@example.com", "Olga@example.com");
    const ids = tickets.map(({ id }) => String(id));
    const { location } = await send("/support/tickets/bulk", { ids, status: "Solved" });
    expect(location).toBe(`/support/tickets/bulk?ids=${ids.join("%2C")}&set=Solved`);
    const { data } = await withConfig(mailServer, () => look(location ?? ""));
    expect(data.mails).toBe("3 mails to 2 people will be sent, which no undo calls back.");
    expect(await db.select().from(mails)).toEqual([]);
    expect(toast(await send(location ?? "", { matched: "3", changes: "3" }))).toContain("3 tickets marked as solved");
    expect((await db.select().from(mails)).length).toBe(3);
  });

  it("need no preview if an action on selected rows sends one at most", async () => {
    const [first, second] = await asked("olga@example.com", "");
    const ids = [first, second].map((ticket) => String(ticket?.id));
    expect(toast(await send("/support/tickets/bulk", { ids, status: "Solved" }))).toContain(
      "2 tickets marked as solved",
    );
  });

  it("are called sent only if a mail server is set up", async () => {
    await asked("olga@example.com", "otto@example.com");
    expect((await look(solve)).data.mails).toBe(toBeSaved("2 mails"));
    const { data } = await withConfig(mailServer, () => look(solve));
    expect(data.mails).toBe("2 mails will be sent, which no undo calls back.");
  });

  it("are also announced at the end of a background job", async () => {
    Object.assign(bulkLimits, { maxRowsAtOnce: 2, rowsPerTransaction: 1 });
    await asked("olga@example.com", "otto@example.com", "");
    await solveAs(ada, 3);
    await jobsEnded();
    expect((await look(solve)).data).toMatchObject({ mails: toBeSaved("Up to 2 mails") });
    const { location } = await solveAs(ada, 3);
    await jobsEnded();
    expect(jobOf(ada.id, location?.replace("/jobs/", "") ?? "")?.end).toMatchObject({
      text: `3 tickets marked as solved. ${savedMails(2)}`,
    });
  });

  it("are those of the previewed records, whatever was added since", async () => {
    Object.assign(bulkLimits, { maxRowsAtOnce: 2, rowsPerTransaction: 1 });
    await asked("olga@example.com", "otto@example.com", "");
    await solveAs(ada, 3);
    await jobsEnded();
    await asked("rita@example.com");
    const { data } = await look(solve);
    expect(data).toMatchObject({ matched: 3, cameSince: 1, mails: expect.stringContaining("2 mails") as string });
  });

  it("are not mentioned if there are none", async () => {
    await asked("");
    expect((await look(solve)).data.mails).toBeUndefined();
  });
});

describe("a confirmed dry run", () => {
  const banAll = { matched: "6", changes: "4" };

  it("changes everything that was not refused, as one act with one undo", async () => {
    const answer = await send("/users/bulk?set=Banned", banAll);
    expect(answer.location).toBe("/users");
    expect(toast(answer)).toContain("4 users marked as banned, 1 passed over");
    expect(await statuses()).toMatchObject({
      Ada: "Active",
      Ben: "Banned",
      Pia: "Banned",
      Rex: "Banned",
      Dan: "Banned",
      Tess: "Active",
    });
    expect(new Set((await entries()).map(({ batch }) => batch)).size).toBe(1);
    await undoChange(ada, toastOf(answer).undo ?? "");
    expect(await statuses()).toMatchObject({ Ben: "Active", Pia: "Pending", Rex: "Rejected", Dan: "Active" });
  });

  it("changes nothing and says so if a different number of records matches by now", async () => {
    await userResource.trash(ada, [dan.id]);
    const { location } = await send("/users/bulk?set=Banned", banAll);
    expect(location).toBe("/users/bulk?set=Banned&matched=6&changes=4");
    expect((await look(location ?? "")).data).toMatchObject({
      matched: 5,
      seen: { matched: 6 },
      tally: { changed: { count: 3 } },
    });
    expect((await statuses()).Ben).toBe("Active");
  });

  it("changes nothing if the same number matches but a different number would change", async () => {
    await userResource.setStatus(ada, [dan.id], "Banned");
    const { location } = await send("/users/bulk?set=Banned", banAll);
    expect((await look(location ?? "")).data).toMatchObject({ seen: { changes: 4 }, tally: { changed: { count: 3 } } });
    expect((await statuses()).Ben).toBe("Active");
  });

  it("leaves out and names users that others changed since the preview", async () => {
    const { last } = (await look("/users/bulk?set=Banned")).data;
    await userResource.setStatus(ben, [dan.id], "Rejected");
    const answer = await send("/users/bulk?set=Banned", { ...banAll, last: String(last) });
    expect(toastOf(answer).text).toContain(
      "3 users marked as banned, 1 passed over. Dan Directory was changed since the preview and left out",
    );
    expect(await statuses()).toMatchObject({ Dan: "Rejected", Pia: "Banned" });
  });

  it("leaves out and names an invoice of which others changed only the total since the preview", async () => {
    const [, changed] = [await addInvoice(), await addInvoice()];
    const path = "/invoices/bulk?set=complete";
    const { last } = (await look(path)).data;
    await invoiceResource.change(ben, changed.id, { lines: [line({ price: 40_00 })] });
    const answer = await send(path, { matched: "2", changes: "2", last: String(last) });
    expect(toastOf(answer).text).toContain(
      "1 invoice marked as complete. INV-0002 was changed since the preview and left out",
    );
    expect(await invoiceResource.unrestricted.get(changed.id)).toMatchObject({ status: "pending", totalAmount: 40_00 });
  });

  it("a confirmed dry run without the previewed counts shows the preview again", async () => {
    expect((await send("/users/bulk?set=Banned", { matched: "6" })).location).toBe("/users/bulk?set=Banned");
    expect((await statuses()).Ben).toBe("Active");
  });
});

describe("a bulk action on many records", () => {
  beforeEach(async () => {
    Object.assign(bulkLimits, { maxRowsAtOnce: 20, rowsPerTransaction: 10 });
    await addMany(35);
  });

  const all = "/users/bulk?q=peru&act=delete";
  const runAt = (location: string | null) => location?.replace("/jobs/", "") ?? "";
  const inTrash = async () =>
    (await db.select().from(users)).filter(({ id, deletedAt }) => id >= 100 && deletedAt).length;

  /** Confirms the action after its preview; `meanwhile` runs in between. */
  async function confirm(meanwhile: () => Promise<unknown> = async () => undefined) {
    await send(all, {});
    await jobsEnded();
    await meanwhile();
    return runAt((await send(all, { matched: "35", changes: "35" })).location);
  }

  it("is previewed by a job, which leads to its result", async () => {
    const { location } = await send("/users/bulk?q=peru", { all: "35", act: "delete" });
    expect(location).toMatch(/^\/jobs\//);
    await jobsEnded();
    const { end, done } = jobOf(ada.id, runAt(location)) ?? {};
    expect([end, done]).toEqual([{ text: "", to: "/users/bulk?q=peru&act=delete&matched=35" }, 35]);
    expect((await look(end?.to ?? "")).data).toMatchObject({ matched: 35, tally: { changed: { count: 35 } } });
    expect((await look(end?.to ?? "", ben)).data.tally).toBeUndefined();
    expect([await inTrash(), await entries()]).toEqual([0, []]);
  });

  it("applies to what matched when its preview began, and says how many records have come since", async () => {
    await send("/users/bulk?q=peru", { all: "35", act: "delete" });
    await jobsEnded();
    await userResource.create(ada, {
      name: "Nora New",
      email: "nora@example.com",
      role: "",
      status: "Pending",
      country: "Peru",
    });
    await userResource.create(ada, {
      name: "Nils New",
      email: "nils@example.com",
      role: "",
      status: "Pending",
      country: "Peru",
    });
    await userResource.trash(ben, [100]);
    expect((await look(all)).data).toMatchObject({ matched: 35, cameSince: 1, tally: { changed: { count: 35 } } });
    const { location } = await send(all, { matched: "35", changes: "35" });
    await jobsEnded();
    expect(jobOf(ada.id, runAt(location))?.end).toMatchObject({
      text: "34 users moved to the trash. Many 0 was changed since the preview and left out",
    });
    expect(await inTrash()).toBe(35);
    expect((await db.select().from(users)).filter(({ name }) => /New$/.test(name))).toMatchObject([
      { deletedAt: null },
      { deletedAt: null },
    ]);
  });

  it("is previewed as one change if it is executed as one", async () => {
    Object.assign(bulkLimits, { maxRowsAtOnce: 100, rowsPerTransaction: 1 });
    await write(async (tx) => void (await tx.update(users).set({ access: "owner" }).where(eq(users.id, rex.id)))); // an owner who cannot sign in, so the last one who can is somebody else
    const asked = bulkRequestIn(userResource.asSeenBy(ada), new URLSearchParams("status=Active&act=delete"));
    const { changed, refused } = (asked && (await dryRun(rex, asked))) ?? {};
    expect([changed?.count, refused?.first]).toMatchObject([
      2,
      [{ label: ben.name, why: expect.stringContaining("last owner") }],
    ]);
  });

  it("is executed in batches as one act, and others can make changes in between", async () => {
    const id = await confirm();
    let atTheirTurn = -1;
    await userResource.change(ben, pia.id, { country: "Chile" }).then(async () => (atTheirTurn = await inTrash()));
    await jobsEnded();
    expect(atTheirTurn).toBeLessThan(35);
    const { end } = jobOf(ada.id, id) ?? {};
    expect(end).toMatchObject({ text: "35 users moved to the trash", to: "/users?q=peru" });
    const own = (await entries()).filter(({ byId }) => byId === ada.id);
    expect([own.length, new Set(own.map(({ batch }) => batch))]).toEqual([35, new Set([end?.undo])]);
    expect(await undoChange(ada, end?.undo ?? "")).toMatchObject({ ok: true });
    expect(await inTrash()).toBe(0);
  });

  it("can be undone as far as it came if it fails in the middle", async () => {
    const id = await confirm(() =>
      write(
        async (tx) =>
          void tx.run(
            "create trigger stops before update on users when new.id = 125 begin select raise(abort, 'stop'); end",
          ),
      ),
    );
    await jobsEnded();
    const { end } = jobOf(ada.id, id) ?? {};
    expect(end).toMatchObject({
      tone: "error",
      text: expect.stringContaining("20 users moved to the trash before that"),
      undo: expect.any(String),
    });
    expect(await inTrash()).toBe(20);
    await undoChange(ada, end?.undo ?? "");
    expect(await inTrash()).toBe(0);
  });

  it("leaves out and names records that were changed since the preview", async () => {
    const id = await confirm(() => userResource.setStatus(ben, [110, 111], "Banned"));
    await jobsEnded();
    expect(jobOf(ada.id, id)?.end).toMatchObject({
      text: "33 users moved to the trash. 2 users were changed since the preview and left out: Many 10 and Many 11",
    });
    expect(await inTrash()).toBe(33);
  });

  it("includes a record with a new journal entry that changed nothing", async () => {
    await confirm(() =>
      write((tx) => record(tx, newAct(ben), { entity: "users", recordId: "110", label: "One", action: "sent" })),
    );
    await jobsEnded();
    expect(await inTrash()).toBe(35);
  });

  it("is executed if only records outside of it were changed since", async () => {
    await confirm(() => userResource.setStatus(ben, [pia.id], "Banned"));
    await jobsEnded();
    expect(await inTrash()).toBe(35);
  });

  it("is previewed again if its preview is no longer in memory", async () => {
    const { location } = await send(all, { matched: "35", changes: "35" });
    await jobsEnded();
    expect(jobOf(ada.id, runAt(location))?.end).toEqual({ text: "", to: `${all}&matched=35&changes=35` });
    expect(await inTrash()).toBe(0);
  });

  it("runs once per user, however often the button is pressed", async () => {
    const twice = (fields: Record<string, string>) => Promise.all([send(all, fields), send(all, fields)]);
    const [one, other] = await twice({});
    expect([one?.location, runningJobs().length]).toEqual([other?.location, 1]);
    await jobsEnded();
    const [first, second] = await twice({ matched: "35", changes: "35" });
    expect([first?.location, runningJobs().length]).toEqual([second?.location, 1]);
    expect((await send(all, { matched: "35", changes: "35" })).location).toBe(first?.location);
    await jobsEnded();
    expect([await inTrash(), (await entries()).length]).toEqual([35, 35]);
  });

  it("stops between two batches when the server stops, and can be undone as far as it came", async () => {
    const id = await confirm();
    await stopJobs();
    const { end } = jobOf(ada.id, id) ?? {};
    expect(end).toMatchObject({
      tone: "error",
      text: expect.stringContaining("The server was stopped in the middle."),
    });
    expect(await inTrash()).toBeLessThan(35);
    if (end?.undo) await undoChange(ada, end.undo);
    expect(await inTrash()).toBe(0);
  });
});
