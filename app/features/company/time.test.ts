/** The company's time zone and working hours, which count at once and change nothing that is written down. */
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, write } from "db";
import { allocations, invoices, orderTotals, payments, replies, tickets } from "db/schema";
import { timeZone } from "db/company-settings";
import { undoChange } from "~/core/undo/undo.server";
import { today } from "~/core/values/today.server";
import { loader as accounts } from "~/features/dashboards/finance/accountant-files";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { booksClosed, putBooks } from "~/testing/books";
import { letIn } from "~/testing/client";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { get, post, run, signedIn } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import { action, loader } from "./company";
import { readCompany } from "./company.server";

testDatabase();
const { ada } = cast;
const path = "/settings/company";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: booksClosed }));
afterEach(() => void vi.useRealTimers());

type Sent = Record<string, string | string[]>;

/** Saves the page with some fields changed. */
async function save(changed: Sent) {
  const { data } = await run<{ company: Sent }>(loader, await signedIn(get(path), ada));
  const { revision, workDays = [], ...fields } = data.company;
  const sent = { ...fields, revision: String(revision), workDays: ["", workDays].flat(), ...changed };
  return run<{ form: { errors: Record<string, string> } }>(action, await signedIn(post(path, sent), ada));
}

test.each([
  [{ timeZone: "Europe/Atlantis" }, "timeZone", /There is no time zone “Europe\/Atlantis”/],
  [{ timeZone: "+01:00" }, "timeZone", /There is no time zone/],
  [{ workFrom: "18:00", workTo: "08:00" }, "workTo", /Enter a time after 18:00, when work begins/],
  [{ workFrom: "25:00" }, "workFrom", /Enter a time from 00:00 to 23:59/],
  [{ workDays: [""] }, "workDays", /Choose at least one working day/],
])("the company's time %j is refused at the field %s", async (changed, field, sentence) => {
  const { status, data } = await save(changed);
  expect([status, data.form.errors[field]]).toEqual([400, expect.stringMatching(sentence)]);
  expect((await readCompany()).revision).toBe(1);
});

test("a form from before there were working hours leaves them as they are", async () => {
  await changeCompany({ workDays: ["sunday"], workTo: "00:00" });
  const { workFrom: _, workTo: __, timeZone: ___, ...old } = await readCompany();
  const texts = Object.entries(old).map(([name, value]) => [name, String(value ?? "")] as const);
  const { workDays: ____, ...sent } = Object.fromEntries(texts);
  expect((await run(action, await signedIn(post(path, { ...sent, website: "new.example" }), ada))).status).toBe(303);
  expect(await readCompany()).toMatchObject({ website: "new.example", workDays: ["sunday"], workTo: "00:00" });
});

test("a new time zone counts at once, in the figures of each day too, and until it is undone", async () => {
  await addOrder({ createdAt: booksClosed });
  const days = async () => (await db.select({ day: orderTotals.day }).from(orderTotals)).map(({ day }) => day);
  const [before] = await days();
  expect(today()).toBe("2026-03-31");
  expect((await save({ timeZone: "pacific/kiritimati" })).status).toBe(303);
  expect([timeZone(), today(), await days()]).toEqual(["Pacific/Kiritimati", "2026-04-01", [before! + 1]]);
  const changed = await changeCompany({ timeZone: "Pacific/Midway" });
  expect([today(), await days()]).toEqual(["2026-03-31", [before]]);
  await undoChange(ada, changed.batch!);
  expect([today(), await days()]).toEqual(["2026-04-01", [before! + 1]]);
});

test("new working hours move the time until which waiting tickets have to be answered", async () => {
  await addTicket(await letIn(cast.pia)); // to be answered within 8 working hours
  await write((tx) => tx.update(replies).set({ createdAt: booksClosed })); // a Tuesday
  const due = async () => (await db.select({ due: tickets.answerDueAt }).from(tickets))[0]?.due?.toISOString();
  await save({ workFrom: "10:00", workTo: "14:00", workDays: ["", "tuesday", "friday"] });
  expect(await due()).toBe("2026-04-07T12:00:00.000Z");
  await save({ timeZone: "America/New_York" });
  expect(await due()).toBe("2026-04-03T18:00:00.000Z");
});

test("another time zone changes no day of a document and no file of a closed month", async () => {
  await putBooks();
  const stored = async () => ({
    invoices: await db.select({ id: invoices.id, issued: invoices.issueDate, due: invoices.dueDate }).from(invoices),
    payments: await db.select({ id: payments.id, date: payments.date }).from(payments),
    allocations: await db.select().from(allocations).orderBy(asc(allocations.invoiceId), asc(allocations.sourceId)),
    files: await Promise.all(["02", "03"].map(accountsOf)),
  });
  const before = await stored();
  for (const zone of ["Pacific/Kiritimati", "Pacific/Midway"]) {
    await changeCompany({ timeZone: zone });
    await invoiceResource.change(ada, "INV-0002", { note: zone }); // complete, and follows its payment
    expect([zone, await stored()]).toEqual([zone, before]);
  }
});

async function accountsOf(month: string) {
  const days = `from=2026-${month}-01&to=2026-${month}-${month === "02" ? 28 : 31}`;
  const { data } = await run<Uint8Array>(accounts, await signedIn(`/finance/accounts.zip?${days}`, ada));
  return Buffer.from(data).toString("base64");
}
