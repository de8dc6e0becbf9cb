import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { desc, eq, isNull } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { type Invoice, journal, mails, notifications } from "db/schema";
import { historyFor } from "~/core/audit/journal.server";
import { snapshotAt } from "~/core/conflict/changes-since.server";
import { listView } from "~/core/list/list-view.server";
import { undoChange } from "~/core/undo/undo.server";
import { mailSettled } from "~/core/mail/mail.server";
import { wakeSender } from "~/core/mail/sender.server";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { erasePerson } from "~/features/users/erase.server";
import { userResource } from "~/features/users/users.server";
import { letIn } from "~/testing/client";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { readIssuer } from "~/features/company/company.server";
import { addInvoice, line } from "~/testing/invoices";
import { type Answer, get, post, run, signedIn, toastOf } from "~/testing/requests";
import { loader as details } from "../details";
import { createCreditNote } from "../credit-notes/credit-notes.server";
import { invoiceResource } from "../invoices.server";
import { type InvoiceMailDetails, invoiceMail } from "./invoice-mail.server";
import { action, loader } from "./send";
import { lastSent, mailOf } from "./send.server";

testDatabase();
const { ada, ben, dan } = cast;
const outbox = join(config.dataDir, "outbox");

beforeEach(async () => {
  await mailSettled();
  rmSync(outbox, { recursive: true, force: true });
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-12T12:00:00Z") });
});
afterEach(() => void vi.useRealTimers());

/** The mails that went to an address, as their text without the breaks of quoted-printable. */
async function mailsTo(address: string) {
  await mailSettled();
  const texts = existsSync(outbox) ? readdirSync(outbox).map((file) => readFileSync(join(outbox, file), "utf8")) : [];
  return texts
    .filter((text) => text.includes(`To: ${address}\n`))
    .map((text) => text.replace(/=\n/g, "").replace(/=3D/g, "="));
}

interface Shown {
  to: string;
  mark: string;
  label: string;
  inTrash: boolean;
  mail: { subject: string; text: string };
  sent?: { entry: number; byName: string; to: string };
}
interface Refused {
  form: { fields: Record<string, string>; errors: Record<string, string> };
}

const open = async (id: string, by = ada) => run<Shown>(loader, await signedIn(`/invoices/${id}/send`, by), { id });

/** Submits the send form as the page showed it, with some fields changed. */
async function press(id: string, { data }: Answer<Shown>, changed: Record<string, string> = {}, by = ada) {
  const { to, mark, sent } = data;
  const last = String(sent?.entry ?? 0);
  const fields = { mark, last, again: last, to, message: "", ...changed };
  return run<Refused>(action, await signedIn(post(`/invoices/${id}/send`, fields), by), { id });
}

describe("the mail of an invoice", () => {
  const about = { to: "dan@example.com", message: "", today: "2026-01-12", wasSent: false };
  const mail = async (values: Partial<Invoice> = {}, more: Partial<InvoiceMailDetails> = {}) => {
    const invoice = await addInvoice({
      lines: [line({ title: "Pen", quantity: 3, price: 10_00, discount: 10_00 }), line({ title: "Ink" })],
      shippingCharge: 5_00,
      tax: 2_00,
      billingAddress: "Dan Directory\n1 Main Street",
      ...values,
    });
    const company = await readIssuer(invoice.issuerId);
    return invoiceMail({ ...invoice, customerCompany: "Harbour Ltd" }, { ...about, company, ...more });
  };

  it("lists what is to be paid, by when and how, line by line", async () => {
    await changeCompany({ name: "Acme", address: "1 Foundry Lane\nBristol", payment: "By bank transfer" });
    await withConfig({ support: { email: "help@acme.example", phone: "+44 20 5550" } }, async () => {
      const said = await mail();
      expect(said).toMatchObject({
        to: "dan@example.com",
        fromName: "Acme",
        subject: "Invoice INV-0001 from Acme: $64.00, due 24 Jan 2026",
        about: "invoice INV-0001",
        concerns: { entity: "invoices", recordId: "INV-0001" },
        headers: { "Reply-To": "help@acme.example" },
      });
      expect(said.text).toBe(`Hello Dan Directory,

This is invoice INV-0001 of 10 Jan 2026. Please pay $64.00 by 24 Jan 2026.

3 x Pen at $10.00, less 10%: $27.00
1 x Ink at $30.00: $30.00

Subtotal: $57.00
Shipping: $5.00
Tax: $2.00
Total due: $64.00

How to pay:
By bank transfer
Please use INV-0001 as the payment reference.

Billed to:
Dan Directory
Harbour Ltd
1 Main Street

Any questions? Please write to help@acme.example or call +44 20 5550.

Acme
1 Foundry Lane
Bristol
`);
    });
  });

  it("contains only known data of the company", async () => {
    await changeCompany({ name: "Fjord AS" });
    await withConfig({ support: { email: undefined, phone: undefined } }, async () => {
      const { fromName, headers, text } = await mail();
      expect({ fromName, headers }).toEqual({ fromName: "Fjord AS", headers: undefined });
      expect(text).toMatch(/Total due: \$64\.00\n\nPlease use INV-0001[^]*1 Main Street\n\nFjord AS\n$/);
    });
  });

  it("is a reminder if it was sent before and is overdue", async () => {
    const { subject, text } = await mail({ dueDate: "2026-01-11" }, { wasSent: true });
    expect(subject).toBe("Reminder: invoice INV-0001 from Portico: $64.00, was due on 11 Jan 2026");
    expect(text).toContain("$64.00 is still to be paid");
    expect((await mail({ dueDate: "2026-01-11" })).subject).toMatch(/^Invoice INV-0002 from Portico: /);
  });

  it("asks for no payment once it is paid", async () => {
    const { subject, text } = await mail({ status: "complete" });
    expect(subject).toBe("Invoice INV-0001 from Portico: $64.00, paid");
    expect(text).toContain("no action is needed");
    expect(text).not.toMatch(/How to pay|reference|Total due/);
  });

  it("has the sender's text after the greeting, and the page's URL if the customer can open it", async () => {
    const { text } = await mail({}, { message: "Thank you!", link: "https://x.example/invoices/INV-0001/details" });
    expect(text).toMatch(/^Hello Dan Directory,\n\nThank you!\n\nThis is invoice/);
    expect(text).toContain("\nhttps://x.example/invoices/INV-0001/details\n");
  });

  it("keeps its order with right-to-left text in it", async () => {
    const lines = [line({ title: "\u202Eمها حداد" })];
    expect((await mail({ lines })).text).toContain("1 x \u2068مها حداد\u2069 at $30.00: $30.00");
  });
});

/** The sending status on the invoice's page. */
const sendingShown = async (id: string) =>
  (await run<{ sending: { isLost?: boolean } }>(details, await signedIn(`/invoices/${id}/details`, ada), { id })).data
    .sending;

/** Lets a queued mail expire, by default the first one. */
async function giveUp(place = 0) {
  const waiting = await db.select().from(mails).where(isNull(mails.failedAt)).orderBy(mails.id);
  const { id } = waiting[place] ?? expect.fail();
  const isOver = { expiresAt: new Date(), dueAt: new Date() };
  await write(async (tx) => void (await tx.update(mails).set(isOver).where(eq(mails.id, id))));
  wakeSender();
  await mailSettled();
}

describe("sending an invoice", () => {
  it("mails it to its address, and says so on its page", async () => {
    const { id } = await addInvoice({ billingEmail: "books@dan.example" });
    const shown = await open(id);
    expect(shown.data).toMatchObject({ to: "books@dan.example", label: "Send" });
    expect(shown.data.mail.text).toContain("Please pay $30.00");
    const answer = await press(id, shown, { message: "As agreed." });
    expect(answer).toMatchObject({ status: 303, location: `/invoices/${id}/details` });
    expect(toastOf(answer)).toEqual({
      text: "The mail with INV-0001 for books@dan.example was saved in DATA_DIR/outbox, not sent: no mail server is set up (SMTP_URL)",
    });
    const [mail] = await mailsTo("books@dan.example");
    expect(mail).toContain("As agreed.");
    expect(mail).toContain("Please pay $30.00");

    expect(await sendingShown(id)).toEqual({ at: expect.any(Date), isOutdated: false });
    expect((await historyFor(ada, invoiceResource, id))[0]).toMatchObject({
      action: "sent",
      after: { billingEmail: "books@dan.example" },
      note: "As agreed.",
      undo: "none",
    });
  });

  it("suggests the customer's own address if the invoice has none", async () => {
    const { id } = await addInvoice({ billingEmail: "" });
    expect((await open(id)).data.to).toBe(dan.email);
  });

  it("sends one mail, however often the button is pressed", async () => {
    const { id } = await addInvoice();
    const shown = await open(id);
    const answers = await Promise.all([press(id, shown), press(id, shown), press(id, shown)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await mailsTo(dan.email)).toHaveLength(1);
  });

  it("says that it was sent already if the same form has different content now", async () => {
    const { id } = await addInvoice();
    const shown = await open(id);
    await press(id, shown, { to: "wrong@dan.example" });
    for (const [to, message] of [
      ["right@dan.example", ""],
      ["wrong@dan.example", "Hello"],
    ] as const) {
      const answer = await press(id, shown, { to, message });
      expect(answer.status).toBe(409);
      expect(answer.data.form.errors[""]).toContain("You sent it to wrong@dan.example while this page was open.");
    }
    expect(await mailsTo("right@dan.example")).toEqual([]);
  });

  it("does not take a page that was open for days for a second click", async () => {
    vi.setSystemTime(vi.getRealSystemTime());
    const { id } = await addInvoice();
    const shown = await open(id);
    await press(id, await open(id));
    vi.setSystemTime(Date.now() + 3 * 86_400_000);
    expect((await press(id, shown)).data.form.errors[""]).toContain("You sent it to dan@example.com");
  });

  it("asks before the same mail is sent again within an hour, and sends it if confirmed", async () => {
    const { id } = await addInvoice();
    await press(id, await open(id));
    const shown = await open(id);
    expect(shown.data).toMatchObject({ label: "Send again", sent: { byName: ada.name, to: dan.email } });
    const refused = await press(id, shown, { again: "0" });
    expect([refused.status, refused.data.form.errors[""]]).toEqual([
      409,
      expect.stringContaining("You sent it to dan@example.com a short while ago."),
    ]);
    expect(await mailsTo(dan.email)).toHaveLength(1);
    const { again = "" } = refused.data.form.fields;
    expect((await press(id, await open(id), { again })).status).toBe(303);
    expect((await press(id, await open(id), { again })).status).toBe(409);
    expect(await mailsTo(dan.email)).toHaveLength(2);
  });

  it("sends no mail that nobody has seen", async () => {
    const { id } = await addInvoice();
    const shown = await open(id);
    await invoiceResource.change(ben, id, { shippingCharge: 5_00 });
    const answer = await press(id, shown, { message: "As agreed." });
    expect(answer.status).toBe(409);
    expect(answer.data.form).toMatchObject({
      fields: { to: dan.email, message: "As agreed." },
      errors: { "": expect.stringContaining("Check the new e-mail below") },
    });
    expect(await mailsTo(dan.email)).toEqual([]);
    expect((await press(id, await open(id))).status).toBe(303);
  });

  it("sends no mail that has become a reminder overnight", async () => {
    const { id } = await addInvoice({ dueDate: "2026-01-12" });
    await press(id, await open(id));
    const shown = await open(id);
    vi.setSystemTime(new Date("2026-01-13T00:00:01Z"));
    expect((await press(id, shown)).status).toBe(409);
    const next = await open(id);
    expect(next.data).toMatchObject({
      label: "Send a reminder",
      mail: { subject: expect.stringMatching(/^Reminder/) },
    });
    expect((await press(id, next)).status).toBe(303);
  });

  it("can be filtered by in the list", async () => {
    const [sent, other] = [await addInvoice(), await addInvoice()];
    await press(sent.id, await open(sent.id));
    const listed = async (search: string, by = ada) =>
      (await listView(invoiceResource.asSeenBy(by).listing, get(`/invoices?${search}`))).rows.map(({ id }) => id);
    expect(await listed("sent=yes")).toEqual([sent.id]);
    expect(await listed("sent=no")).toEqual([other.id]);
    expect(await listed("sent=no", await letIn(dan))).toEqual([other.id, sent.id]); // no concern of theirs
  });

  it("does not count once its mail was given up, until it is sent again", () =>
    withConfig({ smtpUrl: "smtp://127.0.0.1:1" }, async () => {
      const { id } = await addInvoice({ issueDate: "2025-12-01", dueDate: "2025-12-15" });
      const listed = async (sent: string) =>
        (await listView(invoiceResource.listing, get(`/invoices?sent=${sent}`))).rows.length;
      const seen = async () => [(await sendingShown(id)).isLost, await listed("yes"), await listed("no")];
      const send = async () => (await press(id, await open(id)), await mailSettled());
      const threeDaysLater = async () => {
        vi.setSystemTime(Date.now() + 3 * 86_400_000);
        wakeSender();
        await mailSettled();
      };

      await send();
      expect(await seen(), "it is tried again").toEqual([undefined, 1, 0]);
      await threeDaysLater();
      expect(await seen()).toEqual([true, 0, 1]);
      const { data } = await open(id);
      expect(data).toMatchObject({ label: "Send", mail: { subject: expect.stringMatching(/^Invoice/) } });

      await send();
      expect(await seen()).toEqual([undefined, 1, 0]);
      vi.setSystemTime(Date.now() + 3_600_000);
      await send();
      const [, first, second] = await db.select().from(mails).orderBy(mails.id);
      const isOver = { expiresAt: new Date(), dueAt: new Date() };
      await write(
        async (tx) =>
          void (await tx
            .update(mails)
            .set(isOver)
            .where(eq(mails.id, first?.id ?? 0))),
      );
      wakeSender();
      await mailSettled();
      expect(await seen(), "the newer one is still tried").toEqual([undefined, 1, 0]);
      expect(second).toBeDefined();
    }));

  it("still counts through an earlier delivered mail if a later one was given up", async () => {
    const { id } = await addInvoice({
      issueDate: "2025-12-01",
      dueDate: "2025-12-15",
      customerId: (await letIn(dan)).id,
    });
    const sentAt = async () => (await invoiceResource.unrestricted.find(id))?.sentAt;
    await press(id, await open(id));
    await mailSettled();
    const before = await sentAt();
    vi.setSystemTime(Date.now() + 3_600_000);
    await withConfig({ smtpUrl: "smtp://127.0.0.1:1" }, async () => {
      await press(id, await open(id));
      await mailSettled();
      expect(await sentAt()).not.toEqual(before);
      await giveUp();
    });
    expect(await sentAt()).toEqual(before);
    expect((await sendingShown(id)).isLost).toBe(true);
    const again = await open(id);
    expect(again.data).toMatchObject({
      label: "Send a reminder",
      mail: { subject: expect.stringMatching(/^Reminder/) },
    });
    await press(id, again);
    const [news] = await db.select().from(notifications).orderBy(desc(notifications.id)).limit(1);
    expect(news?.text).toMatch(/^reminded you of /);
  });

  it.each([
    { first: "the newer", place: 1, left: 0 },
    { first: "the older", place: 0, left: 1 },
  ])("counts through one of two mails until both are given up, $first first", ({ place, left }) =>
    withConfig({ smtpUrl: "smtp://127.0.0.1:1" }, async () => {
      const { id } = await addInvoice();
      const sentAt = async () => (await invoiceResource.unrestricted.find(id))?.sentAt;
      const times = [];
      for (let some = 0; some < 2; some++) {
        await press(id, await open(id));
        await mailSettled();
        times.push(await sentAt());
        vi.setSystemTime(Date.now() + 60_000);
      }
      await giveUp(place);
      expect(await sentAt()).toEqual(times[left]);
      await giveUp();
      expect(await sentAt()).toBeNull();
    }),
  );

  it("says on the invoice's page if it was changed since", async () => {
    const { id } = await addInvoice();
    expect(await sendingShown(id)).toMatchObject({ isOutdated: false });
    await press(id, await open(id));
    await invoiceResource.setStatus(ada, [id], "complete");
    expect(await sendingShown(id)).toMatchObject({ isOutdated: false });
    await invoiceResource.change(ada, id, { dueDate: "2026-02-24" });
    expect(await sendingShown(id)).toMatchObject({ isOutdated: true });
    await invoiceResource.change(ada, id, { dueDate: "2026-01-24" });
    expect(await sendingShown(id)).toMatchObject({ isOutdated: false });
  });

  it("says on the invoice's page if the billing address was changed since", async () => {
    await changeCompany({ invoiceLock: "paid" });
    const { id } = await addInvoice();
    await press(id, await open(id));
    await invoiceResource.change(ada, id, { billingAddress: "Main Street 1" });
    expect(await sendingShown(id)).toMatchObject({ isOutdated: true });
  });

  it("says in the mail of a fully credited invoice that it was credited, not that it was paid", async () => {
    const { id } = await addInvoice();
    await createCreditNote(ada, { invoiceId: id, reason: "Wrong customer", lines: [] });
    const invoice = (await invoiceResource.get(ada, id))!;
    const { mail } = await mailOf(invoice, { to: dan.email, message: "", sent: undefined });
    expect([mail.subject, mail.text]).toEqual([
      expect.stringContaining("credited"),
      expect.stringContaining("It has been credited in full"),
    ]);
  });

  it("says who has sent it meanwhile", async () => {
    const { id } = await addInvoice();
    const shown = await open(id);
    await press(id, await open(id, ben), { to: "other@dan.example" }, ben);
    const answer = await press(id, shown);
    expect(answer.status).toBe(409);
    expect(answer.data.form.errors[""]).toContain("Ben Active sent it to other@dan.example while this page was open.");
    expect(await mailsTo(dan.email)).toEqual([]);
  });

  it("refuses an invalid or too long address, and keeps the input", async () => {
    const { id } = await addInvoice();
    const shown = await open(id);
    const message = "x".repeat(1_001);
    const answer = await press(id, shown, { to: "nowhere", message });
    expect(answer.status).toBe(400);
    const { fields, errors } = answer.data.form;
    expect(fields).toMatchObject({ to: "nowhere", message });
    expect(errors).toEqual({
      to: "Enter a full address, such as name@example.com",
      message: "Keep this to 1000 characters",
    });
  });

  it("is refused for an invoice that is void", async () => {
    const { id } = await addInvoice();
    const shown = await open(id);
    await invoiceResource.trash(ada, [id]);
    expect((await open(id)).data.inTrash).toBe(true);
    expect((await press(id, shown)).data.form.errors[""]).toBe("INV-0001 is void now. Reinstate it first.");
    expect(await mailsTo(dan.email)).toEqual([]);
  });

  it("cannot be undone, and says why", async () => {
    const { id } = await addInvoice();
    await press(id, await open(id));
    const [entry] = await db.select().from(journal).orderBy(desc(journal.id)).limit(1);
    expect(await undoChange(ada, entry?.batch ?? "")).toMatchObject({
      ok: false,
      message: "A mail that was sent cannot be called back.",
    });
    expect(await lastSent(id)).toMatchObject({ to: dan.email });
  });

  it("does not affect the comparison of versions in edits", async () => {
    const { id } = await addInvoice();
    await invoiceResource.change(ben, id, { billingPhone: "+47 555 01 99" });
    await press(id, await open(id));
    const now = (await invoiceResource.unrestricted.find(id)) ?? expect.fail();
    expect(await snapshotAt(invoiceResource, now, 1)).toMatchObject({ billingPhone: dan.phone, revision: 1 });
  });

  it("notifies a customer with a login, without naming the sender", async () => {
    const client = await letIn(dan);
    const { id } = await addInvoice({ customerId: client.id });
    await press(id, await open(id));
    vi.setSystemTime(new Date("2026-01-25T12:00:00Z"));
    await press(id, await open(id));
    const told = await db.select().from(notifications).where(eq(notifications.userId, client.id));
    const [fromName, href] = ["Support", `/invoices/${id}/details`];
    expect(told).toMatchObject([
      { fromName, href, text: "sent you INV-0001: $30.00, due 24 Jan 2026" },
      { fromName, href, text: "reminded you of INV-0001: $30.00, overdue since 24 Jan 2026" },
    ]);
    expect((await mailsTo(client.email))[0]).toContain(`${config.appUrl}/invoices/${id}/details`);
  });

  it("notifies a colleague who is the customer like any other customer", async () => {
    const { id } = await addInvoice({ customerId: ben.id });
    await press(id, await open(id));
    const told = await db.select().from(notifications).where(eq(notifications.userId, ben.id));
    expect(told.map(({ fromName }) => fromName)).toEqual(["Support"]);
  });

  it("leaves no address or text, and suggests no address, once its customer is erased", async () => {
    vi.setSystemTime(vi.getRealSystemTime());
    const [theirs, other] = [await addInvoice(), await addInvoice({ customerId: ben.id })];
    const message = "Pay when you are well again.";
    for (const { id } of [theirs, other]) await press(id, await open(id), { to: "books@agency.example", message });
    expect(await mailsTo("books@agency.example")).toHaveLength(2);
    await userResource.trash(ada, [dan.id]);
    expect((await open(theirs.id)).data.to).toBe(dan.email);
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    await runMaintenance();
    const [mail, second] = await mailsTo("books@agency.example");
    expect([mail, second]).toEqual([expect.stringContaining(other.id), undefined]);
    const past = await db.select().from(journal).where(eq(journal.recordId, theirs.id));
    expect(JSON.stringify(past)).not.toMatch(/agency|well again/);
    vi.setSystemTime(vi.getRealSystemTime());
    expect((await open(theirs.id)).data.to).toBe("");
  });

  it("is deleted from the queue with its erased customer, but not other mails to the same address", async () => {
    vi.setSystemTime(vi.getRealSystemTime());
    const [theirs, other] = [await addInvoice(), await addInvoice({ customerId: ben.id })];
    await withConfig({ smtpUrl: "smtp://127.0.0.1:1" }, async () => {
      for (const { id } of [theirs, other]) await press(id, await open(id), { to: "books@agency.example" });
      await mailSettled();
      await userResource.trash(ada, [dan.id]);
      await write((tx) => erasePerson(tx, userResource, dan.id, new Date(Date.now() + 1)));
      expect(await db.select({ about: mails.about }).from(mails)).toEqual([{ about: `invoice ${other.id}` }]);
    });
  });
});
