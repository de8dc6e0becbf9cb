import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { addDays } from "db/dates";
import { invoices, journal, mails, users } from "db/schema";
import { mailSettled } from "~/core/mail/mail.server";
import { today } from "~/core/values/today.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { type Answer, get, post, run, signedIn, toastOf } from "~/testing/requests";
import { savedMails } from "~/testing/mail-sentences";
import { invoiceResource } from "../invoices.server";
import { notifyOfOverdue } from "../overdue.server";
import { action, loader } from "./remind";
import { sendReminders } from "./reminders.server";
import { sendInvoice } from "./send.server";

testDatabase();
const { ada, ben } = cast;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-12T12:00:00Z") }));
afterEach(async () => {
  await mailSettled();
  vi.useRealTimers();
});

interface Shown {
  mails: {
    id: string;
    to: string;
    mail: { subject: string; text: string };
    seen: string;
    sentAt?: Date;
    isSentToday: boolean;
  }[];
  passedOver: { id: string; why: string }[];
  others: number;
  next?: number;
}

const overdue = { issueDate: "2025-12-01", dueDate: "2025-12-15" };
const look = async (search: string) => run<Shown>(loader, await signedIn(get(`/invoices/remind?${search}`), ada));
const send = async (seen: string[], back = "/invoices?status=overdue", next = "") =>
  run(action, await signedIn(post("/invoices/remind", { back, seen, next }), ada));
const seenOf = ({ data }: Answer<Shown>) => data.mails.map(({ seen }) => seen);
const sendings = async () =>
  (await db.select().from(journal).where(eq(journal.action, "sent")).orderBy(desc(journal.id))).map(
    ({ recordId }) => recordId,
  );

describe("reminders of many invoices", () => {
  it("are shown as they would go, with those that get none and why", async () => {
    await addInvoice(overdue);
    await addInvoice({ dueDate: "2026-01-24" });
    await addInvoice({ ...overdue, status: "complete" });
    await addInvoice(overdue);
    await write(
      async (tx) =>
        void (await tx.update(invoices).set({ customerId: null, billingEmail: "" }).where(eq(invoices.id, "INV-0004"))),
    );
    await addInvoice(overdue);
    await invoiceResource.trash(ada, ["INV-0005"]);
    const ids = [1, 2, 3, 4, 5].map((number) => `ids=INV-000${number}`).join("&");
    const { data } = await look(ids);
    expect(data.mails).toMatchObject([{ id: "INV-0001", mail: { subject: expect.stringContaining("was due on") } }]);
    expect(data.passedOver).toMatchObject([
      { id: "INV-0005", why: "It is void." },
      { id: "INV-0004", why: "There is no e-mail address to send it to." },
      { id: "INV-0003", why: "It has been paid." },
      { id: "INV-0002", why: "It is not overdue: it is due on 24 Jan 2026." },
    ]);
    expect(await db.select().from(mails)).toEqual([]);
  });

  it("an overdue invoice of $0.00 is neither reminded of nor notified about", async () => {
    const { id } = await addInvoice({ ...overdue, lines: [line({ discount: 100_00 })], dueDate: addDays(today(), -1) });
    expect((await look(`ids=${id}`)).data.passedOver).toMatchObject([{ id, why: "Nothing is to be paid on it." }]);
    expect(await write(notifyOfOverdue)).toBe(0);
    await addInvoice({ ...overdue, dueDate: addDays(today(), -1) });
    expect(await write(notifyOfOverdue)).toBe(1);
  });

  it("go out for those that are ticked, each as from its own page", async () => {
    for (let some = 0; some < 3; some++) await addInvoice(overdue);
    const [newest, , oldest] = seenOf(await look("all=3&back=/invoices?status=overdue"));
    const answer = await send([newest ?? "", oldest ?? ""]);
    expect(answer.location).toBe("/invoices?status=overdue");
    expect(toastOf(answer)).toEqual({ text: savedMails(2) });
    expect(await sendings()).toEqual(["INV-0001", "INV-0003"]);
    const again = await look("ids=INV-0001");
    expect(again.data.mails[0]).toMatchObject({
      sentAt: expect.any(Date),
      mail: { subject: expect.stringMatching(/^Reminder: invoice INV-0001/) },
    });
  });

  it("are not ticked again on the day on which they went", async () => {
    await addInvoice(overdue);
    const isSentToday = async () => (await look("ids=INV-0001")).data.mails.map((mail) => mail.isSentToday);
    expect(await isSentToday()).toEqual([false]);
    await send(seenOf(await look("ids=INV-0001")));
    const wentAt = (at: Date) => write(async (tx) => void (await tx.update(journal).set({ at })));
    await wentAt(new Date());
    expect(await isSentToday()).toEqual([true]);
    await wentAt(new Date(Date.now() - 24 * 60 * 60 * 1000));
    expect(await isSentToday()).toEqual([false]);
  });

  it("are sent once by a button that is pressed twice", async () => {
    await addInvoice(overdue);
    const seen = seenOf(await look("ids=INV-0001"));
    for (let press = 0; press < 2; press++) expect(toastOf(await send(seen)).text).toBe(savedMails());
    expect(await sendings()).toEqual(["INV-0001"]);
  });

  it("are not sent where the invoice, its address or its sending is another by now, and are shown anew", async () => {
    for (let some = 0; some < 4; some++) await addInvoice(overdue);
    const page = await look("all=4");
    const [, third, second] = page.data.mails;
    await invoiceResource.setStatus(ben, ["INV-0001"], "complete");
    await write(
      async (tx) =>
        void (await tx.update(invoices).set({ billingEmail: "new@example.com" }).where(eq(invoices.id, "INV-0002"))),
    );
    const [, last, mark = "", to = ""] = third?.seen.split(" ") ?? [];
    await sendInvoice(ben, "INV-0003", { to, message: "", mark, last: Number(last) });
    const answer = await send(seenOf(page));
    expect(answer.location).toBe(
      "/invoices/remind?back=%2Finvoices%3Fstatus%3Doverdue&ids=INV-0003&ids=INV-0002&ids=INV-0001",
    );
    expect(toastOf(answer)).toMatchObject({
      tone: "error",
      text: expect.stringContaining(`${savedMails()}. 3 were not sent: ${ben.name} sent it to ${second?.to}`),
    });
    expect(await sendings()).toEqual(["INV-0004", "INV-0003"]);
  });

  it("go to no address that is changed while they are sent", async () => {
    await addInvoice(overdue);
    const seen = seenOf(await look("ids=INV-0001"));
    let goOn = () => {};
    const isLookedAt = new Promise<void>((resolve) => (goOn = resolve));
    const change = write(async (tx) => {
      await isLookedAt;
      await tx.update(invoices).set({ billingEmail: "new@example.com" }).where(eq(invoices.id, "INV-0001"));
    });
    const sending = sendReminders(ada, seen);
    await invoiceResource.unrestricted.find("INV-0001"); // as long as looking at it outside of the change would take
    await db.select().from(users);
    goOn();
    await change;
    expect(await sending).toEqual({
      sent: 0,
      left: [{ id: "INV-0001", why: "The address of INV-0001 is another by now." }],
    });
    expect(await db.select().from(mails)).toEqual([]);
  });

  it("are about a hundred at a time", async () => {
    for (let some = 0; some < 103; some++) await addInvoice(overdue);
    const { data } = await look("all=103");
    expect([data.mails.length, data.others]).toEqual([100, 3]);
  });

  it("go on to the others once a hundred are sent, the overdue alone and each once", async () => {
    for (let some = 0; some < 103; some++) await addInvoice(overdue);
    for (let some = 0; some < 100; some++) await addInvoice({ dueDate: "2026-01-24" });
    const back = "/invoices?sort=-total";
    const first = await look(`all=203&${new URLSearchParams({ back })}`);
    expect([first.data.mails.length, first.data.passedOver, first.data.others]).toEqual([100, [], 3]);
    const [unticked, ...ticked] = seenOf(first);
    await invoiceResource.setStatus(ben, ["INV-0050"], "complete");
    const next = String(first.data.next);
    const refused = await send(ticked, back, next);
    expect(refused.location).toBe(`/invoices/remind?back=%2Finvoices%3Fsort%3D-total&ids=INV-0050&after=${next}`);
    const again = await look(refused.location?.split("?")[1] ?? "");
    expect(again.data).toMatchObject({ mails: [], passedOver: [{ id: "INV-0050" }], next: first.data.next });

    const on = await send([unticked ?? ""], back, next);
    const { data } = await look(on.location?.split("?")[1] ?? "");
    expect(data.mails.map(({ id }) => id)).toEqual(["INV-0003", "INV-0002", "INV-0001"]);
    expect(data).toMatchObject({ passedOver: [], others: 0, next: undefined });
  });

  it("are none where nothing is ticked, which is said where the boxes are", async () => {
    const answer = await send([]);
    expect(answer).toMatchObject({
      status: 400,
      location: null,
      data: { form: { errors: { "": "Tick a mail to send it." } } },
    });
  });
});
