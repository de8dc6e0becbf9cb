import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db } from "db";
import { type Invoice, journal, notifications } from "db/schema";
import { historyFor } from "~/core/audit/journal.server";
import { snapshotAt } from "~/core/conflict/since.server";
import { undoChange } from "~/core/audit/undo.server";
import { mailSettled } from "~/core/mail/mail.server";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { userResource } from "~/features/users/users.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { type Answer, post, run, signedIn, toastOf } from "~/testing/requests";
import { loader as details } from "../details";
import { invoiceResource } from "../invoices.server";
import { invoiceMail } from "./invoice-mail";
import { action, loader } from "./send";
import { lastSent } from "./send.server";

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
  revision: number;
  to: string;
  subject: string;
  text: string;
  key: string;
  sent?: { entry: number; by: string; to: string };
}
interface Refused {
  form: { fields: Record<string, string>; errors: Record<string, string> };
}

const open = async (id: string, by = ada) => run<Shown>(loader, await signedIn(`/invoices/${id}/send`, by), { id });

/** Sends what the page showed, with some fields changed. */
async function press(id: string, { data }: Answer<Shown>, changed: Record<string, string> = {}, by = ada) {
  const { revision, to, key, sent } = data;
  const fields = { revision: String(revision), last: String(sent?.entry ?? 0), key, to, message: "", ...changed };
  return run<Refused>(action, await signedIn(post(`/invoices/${id}/send`, fields), by), { id });
}

describe("the mail of an invoice", () => {
  const about = {
    to: "dan@example.com",
    message: "",
    today: "2026-01-12",
    company: { name: "Acme", payment: "By bank transfer" },
    help: { email: "help@acme.example" },
  };
  const mail = (values: Partial<Invoice> = {}, more: Partial<typeof about & { link: string }> = {}) =>
    addInvoice({
      lines: [line({ title: "Pen", quantity: 3, price: 10_00, discount: 10_00 }), line({ title: "Ink" })],
      shippingCharge: 5_00,
      tax: 2_00,
      ...values,
    }).then((invoice) => invoiceMail(invoice, { ...about, ...more }));

  it("says what is to be paid, by when and how, line by line", async () => {
    expect(await mail()).toEqual({
      to: "dan@example.com",
      subject: "Invoice INV-0001 from Acme: $64.00, due 24 Jan 2026",
      about: "invoice INV-0001",
      concerns: { entity: "invoices", recordId: "INV-0001" },
      headers: { "Reply-To": "help@acme.example" },
      text: `Hello Dan Directory,

This is invoice INV-0001 of 10 Jan 2026. Please pay $64.00 by 24 Jan 2026.

3 x Pen, less 10%: $27.00
1 x Ink: $30.00

Subtotal: $57.00
Shipping: $5.00
Tax: $2.00
Total due: $64.00

How to pay:
By bank transfer
Please name INV-0001 as the reference.

Anything unclear? Please write to help@acme.example.

Acme
`,
    });
  });

  it("is a reminder once it is overdue", async () => {
    const { subject, text } = await mail({ dueDate: "2026-01-11" });
    expect(subject).toBe("Reminder: invoice INV-0001 from Acme, $64.00, was due on 11 Jan 2026");
    expect(text).toContain("$64.00 is still to be paid");
  });

  it("asks for nothing once it is paid", async () => {
    const { subject, text } = await mail({ status: "complete" });
    expect(subject).toBe("Invoice INV-0001 from Acme: $64.00, paid");
    expect(text).toContain("nothing is left to do");
    expect(text).not.toMatch(/How to pay|reference|Total due/);
  });

  it("has the sender's words after the greeting, and the page's address where the customer can open it", async () => {
    const { text } = await mail({}, { message: "Thank you!", link: "https://x.example/invoices/INV-0001/details" });
    expect(text).toMatch(/^Hello Dan Directory,\n\nThank you!\n\nThis is invoice/);
    expect(text).toContain("\nhttps://x.example/invoices/INV-0001/details\n");
  });
});

describe("sending an invoice", () => {
  it("mails it to the address on it, and says so on its page", async () => {
    const { id } = await addInvoice({ billingEmail: "books@dan.example" });
    const shown = await open(id);
    expect(shown.data).toMatchObject({ to: "books@dan.example", text: expect.stringContaining("Please pay $30.00") });
    const answer = await press(id, shown, { message: "As agreed." });
    expect(answer).toMatchObject({ status: 303, location: `/invoices/${id}/details` });
    expect(toastOf(answer)).toEqual({ text: "INV-0001 is on its way to books@dan.example" });
    const [mail] = await mailsTo("books@dan.example");
    expect(mail).toContain("As agreed.");
    expect(mail).toContain("Please pay $30.00");

    const page = await run<{ sent: object }>(details, await signedIn(`/invoices/${id}/details`, ada), { id });
    expect(page.data.sent).toMatchObject({ by: ada.name, to: "books@dan.example" });
    expect((await historyFor(ada, invoiceResource, id))[0]).toMatchObject({
      action: "sent",
      after: { billingEmail: "books@dan.example" },
      undo: "none",
    });
  });

  it("offers the customer's own address where the invoice has none", async () => {
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

  it("sends it again when it is asked to", async () => {
    const { id } = await addInvoice();
    await press(id, await open(id));
    expect((await press(id, await open(id))).status).toBe(303);
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
      errors: { "": expect.stringContaining("changed meanwhile") },
    });
    expect(await mailsTo(dan.email)).toEqual([]);
    expect((await press(id, await open(id))).status).toBe(303);
  });

  it("says who sent it meanwhile", async () => {
    const { id } = await addInvoice();
    const shown = await open(id);
    await press(id, await open(id, ben), { to: "other@dan.example" }, ben);
    const answer = await press(id, shown);
    expect(answer.status).toBe(409);
    expect(answer.data.form.errors[""]).toContain("Ben Active sent it to other@dan.example meanwhile");
    expect(await mailsTo(dan.email)).toEqual([]);
  });

  it("refuses what is no address or too long, and keeps what was typed", async () => {
    const { id } = await addInvoice();
    const shown = await open(id);
    const message = "x".repeat(2_001);
    const answer = await press(id, shown, { to: "nowhere", message });
    expect(answer.status).toBe(400);
    const { fields, errors } = answer.data.form;
    expect(fields).toMatchObject({ to: "nowhere", message });
    expect(errors).toEqual({
      to: "Enter a full address, such as name@example.com",
      message: "Keep this to 2000 characters",
    });
  });

  it("sends nothing from the trash", async () => {
    const { id } = await addInvoice();
    const shown = await open(id);
    await invoiceResource.trash(ada, [id]);
    expect(await open(id)).toMatchObject({ status: 302, location: `/invoices/${id}/details` });
    expect((await press(id, shown)).data.form.errors[""]).toBe("INV-0001 is in the trash now. Restore it first.");
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

  it("leaves it known what the invoice was before, which edits are compared with", async () => {
    const { id } = await addInvoice();
    await invoiceResource.change(ben, id, { billingPhone: "+47 555 01 99" });
    await press(id, await open(id));
    const now = (await invoiceResource.find(id)) ?? expect.fail();
    expect(await snapshotAt(invoiceResource, now, 1)).toMatchObject({ billingPhone: dan.phone, revision: 1 });
  });

  it("tells a customer who has a login, without naming who sent it", async () => {
    const client = await letIn(dan);
    const { id } = await addInvoice({ customerId: client.id });
    await press(id, await open(id));
    const told = await db.select().from(notifications).where(eq(notifications.userId, client.id));
    expect(told).toMatchObject([
      { text: "sent you INV-0001, $30.00, due 24 Jan 2026", href: `/invoices/${id}/details` },
    ]);
    expect(told[0]?.fromName).not.toBe(ada.name);
    expect((await mailsTo(client.email))[0]).toContain(`${config.appUrl}/invoices/${id}/details`);
  });

  it("leaves nothing of the address once its customer is erased", async () => {
    vi.setSystemTime(new Date());
    const { id } = await addInvoice();
    await press(id, await open(id), { to: "elsewhere@dan.example" });
    expect(await mailsTo("elsewhere@dan.example")).toHaveLength(1);
    await userResource.trash(ada, [dan.id]);
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    await runMaintenance();
    expect(await mailsTo("elsewhere@dan.example")).toEqual([]);
    expect(JSON.stringify(await db.select().from(journal))).not.toContain("elsewhere@dan.example");
  });
});
