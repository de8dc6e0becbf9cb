/** Tests that erasing a person leaves no trace in any table or file of the data folder. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { closeDatabase, db, write } from "db";
import {
  accounts,
  applications,
  candidates,
  careerJobs,
  courses,
  files,
  interviews,
  journal,
  messages,
  notifications,
  orders,
  products,
  reviews,
  stageEvents,
  users,
} from "db/schema";
import { action as invoiceFromOrder } from "~/features/invoices/from-order";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { history } from "~/core/audit/journal.server";
import { undoChange } from "~/core/undo/undo.server";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { mailSettled } from "~/core/mail/mail.server";
import { orderResource, placeOrder } from "~/features/orders/orders.server";
import { addCourses, enrol } from "~/testing/courses";
import { sendMails } from "~/testing/mails";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder, orderValues } from "~/testing/orders";
import { stepsOf } from "~/testing/plans";
import { pack } from "~/testing/products";
import { post, run, signedIn } from "~/testing/requests";
import { erasePerson, onceTheirs } from "./erase.server";
import { userResource } from "./users.server";

testDatabase();
const now = new Date(); // the database has its own clock, which no test can turn
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

const { ada, ben } = cast;
const picture = (letter: string) => `/files/${letter.repeat(64)}`;
/** Zelda as she is, and as she was called before. */
const zelda = {
  name: "Zelda Quillfeather",
  email: "zelda@quill.example",
  phone: "+41 44 555 77 31",
  image: picture("a"),
};
const before = {
  name: "Zelda Oldname",
  company: "Feather Works",
  email: "zelda@oldname.example",
  phone: "+41 44 555 99 13",
  image: picture("b"),
};
const byOrder = "Office of Z. Q.";
const hers = [
  byOrder,
  ...[zelda, before].flatMap(({ name, email, phone, image }) => [name, email, phone, image.slice("/files/".length)]),
];

const done = <Row>(made: { ok: true; row: Row; batch?: string } | { ok: false }) => {
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made;
};

/** Adds Zelda with records of every kind. Returns the ids of her, her order and her invoice. */
async function zeldaWithAPast() {
  await write(async (tx) => {
    for (const { image } of [zelda, before])
      await tx.insert(files).values({
        id: image.slice("/files/".length),
        type: "image/webp",
        bytes: Buffer.from(`picture ${image}`),
        createdAt: new Date(now.getTime() - 9 * 86_400_000),
      });
    await tx
      .insert(accounts)
      .values({ uid: "never-tied", email: zelda.email, displayName: zelda.name, emailVerifiedAt: now });
  });
  const {
    row: { id },
  } = done(
    await userResource.create(ada, { ...before, role: "Data Scientist", status: "Active", country: "Switzerland" }),
  );
  const { row: order } = done(await placeOrder(ada, { ...orderValues, customerId: id, customerName: byOrder }));
  const { row: invoice } = done(
    await invoiceResource.create(ada, {
      customerId: id,
      issueDate: "2026-01-10",
      dueDate: "2026-01-24",
      status: "pending",
      cardHolder: before.name,
      lines: [{ id: null, title: "Thing", quantity: 1, price: 30_00, discount: 0, total: 0 }],
    }),
  );
  done(await userResource.change(ada, id, zelda));
  done(await orderResource.change(ada, order.id, { customerEmail: zelda.email, customerPhone: zelda.phone }));
  done(await invoiceResource.change(ada, invoice.id, { billingPhone: zelda.phone }));
  await orderResource.setStatus(ada, [order.id], "Shipping", { note: "Quillfeather rang and waits" });
  await invoiceResource.setStatus(ada, [invoice.id], "complete", { note: "Paid in cash" });
  await addCourses();
  await enrol({ learner: { id, name: zelda.name }, enrolled: "2026-02-01T09:00:00Z" });
  await write(async (tx) => {
    await tx
      .insert(courses)
      .values({ title: "Quills", topic: "Tools", teacherId: id, teacherName: zelda.name, createdAt: now });
    const [product] = await tx.insert(products).values(pack).returning();
    await tx.insert(reviews).values({
      productId: product?.id ?? 0,
      rating: 4,
      review: "Good",
      userId: id,
      userName: zelda.name,
      userImage: zelda.image,
    });
    await tx.insert(notifications).values({
      userId: ada.id,
      fromName: byOrder,
      fromImage: zelda.image,
      text: `has not paid ${invoice.id}`,
      href: `/invoices/${invoice.id}/details`,
    });
    await tx.insert(careerJobs).values({
      id: 1,
      title: "Painter",
      department: "Works",
      location: "Oslo",
      employment: "Full-time",
      managerId: id,
      managerName: zelda.name,
      openedAt: now,
    });
    await tx.insert(candidates).values({ id: 1, name: "Cleo Candidate", email: "cleo@example.com", createdAt: now });
    await tx
      .insert(applications)
      .values({ id: 1, jobId: 1, candidateId: 1, source: "Referral", appliedAt: now, stage: "Applied", stageAt: now });
    await tx.insert(stageEvents).values({ applicationId: 1, stage: "Applied", at: now, byId: id, byName: before.name });
    await tx.insert(interviews).values({
      applicationId: 1,
      kind: "Video",
      startsAt: now,
      minutes: 30,
      interviewerId: id,
      interviewerName: zelda.name,
    });
    await tx
      .insert(messages)
      .values({ userId: ada.id, fromName: zelda.name, fromImage: zelda.image, text: "wrote", href: "/" });
  });
  await sendMails({ to: zelda.email, subject: "Your order", text: `Hello ${zelda.name}` });
  await sendMails({ to: ben.email, subject: "Hello", text: "Ben" });
  return { id, order, invoice };
}

const outboxMails = () =>
  readdirSync(join(config.dataDir, "outbox")).map((file) => readFileSync(join(config.dataDir, "outbox", file), "utf8"));

async function eraseAfterAMonth(id: number) {
  await userResource.trash(ada, [id]);
  vi.setSystemTime(now.getTime() + 31 * 86_400_000);
  expect(await runMaintenance()).toContain("Deleted 2 records that were in the trash for 30 days."); // Tess lies there too
  await mailSettled();
}

/** Returns the columns (`table.column`) that contain any of the texts. */
async function columnsWith(texts: string[]): Promise<string[]> {
  const tables = db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and sql not like 'create virtual%'`,
  );
  const found = tables.flatMap(({ name }) =>
    db
      .all<Record<string, unknown>>(sql`select * from ${sql.identifier(name)}`)
      .flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) =>
          texts.some((text) => String(value).includes(text)) ? [`${name}.${column}`] : [],
        ),
      ),
  );
  return [...new Set(found)].sort();
}

/** Returns the names of the files in the data folder that contain any of the texts. */
function filesWith(texts: string[]): string[] {
  const all = readdirSync(config.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all
    .filter((entry) => texts.some((text) => readFileSync(join(entry.parentPath, entry.name)).includes(text)))
    .map(({ name }) => name);
}

describe("an erased person", () => {
  it("remains in the text of their orders, invoices and payments, and nowhere else", async () => {
    const { id, order, invoice } = await zeldaWithAPast();
    expect(await columnsWith(hers)).toEqual(
      expect.arrayContaining([
        "accounts.email",
        "files.id",
        "journal.after",
        "journal.before",
        "messages.from_name",
        "notifications.from_name",
        "reviews.user_name",
        "users.name",
      ]),
    );
    const [orderWas, invoiceWas] = [
      await orderResource.unrestricted.find(order.id),
      await invoiceResource.unrestricted.find(invoice.id),
    ];
    await eraseAfterAMonth(id);

    expect(await columnsWith(hers)).toEqual([
      "invoices.billing_email",
      "invoices.billing_phone",
      "invoices.card_holder",
      "invoices.customer_name",
      "orders.customer_email",
      "orders.customer_name",
      "orders.customer_phone",
      "payments.customer_name",
    ]);
    expect(await columnsWith(["Quillfeather", "quill.example", "Oldname"])).not.toContain("journal.note");
    expect(await orderResource.unrestricted.find(order.id)).toEqual({ ...orderWas, customerImage: null });
    expect(await invoiceResource.unrestricted.find(invoice.id)).toEqual({ ...invoiceWas, customerImage: null });
    expect(await db.select({ id: files.id }).from(files)).toEqual([]);
    expect(await db.select({ name: reviews.userName, review: reviews.review }).from(reviews)).toEqual([
      { name: "(erased)", review: "Good" },
    ]);
    expect((await db.select().from(notifications)).map(({ fromName, text }) => [fromName, text])).toEqual(
      ["placed order #1, $41.30", "placed order #1, $41.30", "has not paid INV-0001"].map((text) => ["(erased)", text]),
    );
  });

  it("is in no byte of the data folder if no order or invoice names them", async () => {
    const { id, order, invoice } = await zeldaWithAPast();
    done(await orderResource.change(ada, order.id, { customerId: ben.id }));
    done(await invoiceResource.change(ada, invoice.id, { customerId: ben.id }));
    expect(await columnsWith(hers)).not.toContain("orders.customer_name");
    const otherMails = () => outboxMails().filter((mail) => !mail.includes("Subject: Your week at Portico")); // on some days
    const mailsBefore = otherMails().length;
    await eraseAfterAMonth(id);
    expect(await columnsWith(hers)).toEqual([]);
    expect(otherMails()).toHaveLength(mailsBefore - 1);
    expect(filesWith(hers)).toEqual([]);
    await closeDatabase();
    expect(filesWith(hers)).toEqual([]);
    expect(filesWith([ben.email]).length).toBeGreaterThan(1);
  });

  it("is removed from shared history without affecting others", async () => {
    const { id, order } = await zeldaWithAPast();
    done(await orderResource.change(ada, order.id, { customerId: ben.id }));
    done(await orderResource.change(ada, order.id, { customerPhone: "+47 555 77 77" }));
    await eraseAfterAMonth(id);
    const [phone, customer] = await history(orderResource, order.id);
    expect(phone).toMatchObject({
      before: { customerPhone: ben.phone },
      after: { customerPhone: "+47 555 77 77" },
      undo: "open",
    });
    expect(customer).toMatchObject({
      before: { customerId: id, customerName: "(erased)", customerCompany: "(erased)", customerImage: null },
      after: { customerId: ben.id, customerName: ben.name },
      undo: "none",
    });
  });

  it("is found in the history of other records by an index, however long the journal is, also in recent entries", async () => {
    const { row } = done(
      await orderResource.change(ada, (await addOrder({ customerId: ben.id })).id, { customerId: ada.id }),
    );
    await write(async (tx) => {
      expect(await onceTheirs(tx, "orders", ben.id)).toEqual([{ id: String(row.id) }]);
      expect(await onceTheirs(tx, "invoices", ben.id)).toEqual([]);
      const plan = tx.all<{ detail: string }>(sql`explain query plan ${onceTheirs(tx, "orders", ben.id).getSQL()}`);
      expect(plan.map(({ detail }) => detail)).toEqual([
        expect.stringMatching(/^SEARCH journal USING COVERING INDEX journal_customer/),
      ]);
    });
  });

  it("is searched in the journal only by indexes, whatever it contains about them", async () => {
    const { id } = await zeldaWithAPast();
    await userResource.trash(ada, [id]);
    const steps = await stepsOf(() => write((tx) => erasePerson(tx, userResource, id, new Date(Date.now() + 1))));
    expect(await userResource.unrestricted.find(id)).toBeUndefined();
    expect(steps.join("\n")).toContain("SEARCH journal USING");
    expect(steps.filter((step) => /^SCAN journal\b|^SEARCH journal .*\(entity=\?\)$/.test(step))).toEqual([]);
  });

  it("cannot be restored by an undo, and no total or status is lost", async () => {
    const { id, order, invoice } = await zeldaWithAPast();
    const moved = done(await orderResource.change(ada, order.id, { customerId: ben.id }));
    await eraseAfterAMonth(id);
    expect(await undoChange(ada, moved.batch ?? "")).toMatchObject({
      ok: false,
      message: "This was about somebody who was erased since, so it cannot be undone.",
    });
    const [status, , created] = await history(invoiceResource, invoice.id);
    expect(status).toMatchObject({ note: "Paid in cash", before: { status: "Pending" }, undo: "open" });
    expect(created).toMatchObject({
      action: "created",
      after: { totalAmount: 30_00, customerName: "(erased)", customerCompany: "(erased)", billingEmail: "(erased)" },
      undo: "open",
    });
  });

  it("is recognised as the customer of an invoice created after they were put in the trash", async () => {
    const { id, order } = await zeldaWithAPast();
    await userResource.trash(ada, [id]);
    await run(invoiceFromOrder, await signedIn(post(`/orders/${order.id}/invoice`), ada), { id: String(order.id) });
    expect(await invoiceResource.unrestricted.find("INV-0002")).toMatchObject({
      customerId: id,
      customerName: byOrder,
      customerImage: null,
    });
    await userResource.restore(ada, [id]);
    await eraseAfterAMonth(id);
    expect(await columnsWith(hers)).not.toContain("journal.after");
  });

  it("does not affect a namesake: another user's account, orders and picture stay", async () => {
    const { id } = await zeldaWithAPast();
    const { row: twin } = done(
      await userResource.create(ada, {
        ...zelda,
        email: "other@example.com",
        role: "Data Scientist",
        status: "Active",
      }),
    );
    const theirs = await addInvoice({ customerId: twin.id });
    await userResource.trash(ada, [id]);
    await userResource.change(ada, twin.id, { email: zelda.email });
    vi.setSystemTime(now.getTime() + 31 * 86_400_000);
    await runMaintenance();
    expect(await userResource.unrestricted.get(twin.id)).toMatchObject({ name: zelda.name, image: zelda.image });
    expect(await invoiceResource.unrestricted.get(theirs.id)).toMatchObject({
      customerName: zelda.name,
      customerImage: zelda.image,
    });
    expect(
      (await db.select({ after: journal.after }).from(journal).where(eq(journal.recordId, theirs.id)))[0]?.after,
    ).toMatchObject({ customerName: zelda.name });
    expect((await db.select({ id: files.id }).from(files)).map((file) => file.id)).toEqual([
      zelda.image.slice("/files/".length),
    ]);
    expect(await db.select().from(accounts).where(eq(accounts.uid, "never-tied"))).toHaveLength(1);
  });

  it("is removed from the picture of a reassigned invoice, and mails to addresses on their orders are deleted", async () => {
    const { id, order, invoice } = await zeldaWithAPast();
    const international = "orders@müller-küche.example";
    const long = `${"zelda.".repeat(20)}q@quill.example`;
    done(await orderResource.change(ada, order.id, { customerEmail: long }));
    await addOrder({ customerId: id, customerEmail: international });
    done(await invoiceResource.change(ada, invoice.id, { customerId: null }));
    for (const to of [long, international]) await sendMails({ to, subject: "A mail that goes", text: "Hello" });
    await eraseAfterAMonth(id);
    expect((await invoiceResource.unrestricted.get(invoice.id))?.customerImage).toBeNull();
    expect(await db.select().from(files)).toEqual([]);
    expect(outboxMails().filter((mail) => mail.includes("A mail that goes"))).toEqual([]);
  });

  it("does not affect a namesake's order and invoice in inboxes, and mails of the current user of an old address", async () => {
    const { id } = await zeldaWithAPast();
    const { row: twin } = done(await placeOrder(ada, { ...orderValues, customerId: null, customerName: zelda.name }));
    const theirs = await addInvoice();
    const overdue = {
      userId: ada.id,
      fromName: zelda.name,
      text: `has not paid ${theirs.id}`,
      href: `/invoices/${theirs.id}/details`,
    };
    await write(async (tx) => void (await tx.insert(notifications).values(overdue)));
    done(await userResource.change(ada, ben.id, { name: "Ben" }));
    await write(async (tx) => void (await tx.update(users).set({ email: before.email }).where(eq(users.id, ben.id))));
    await sendMails({ to: before.email, subject: "Hello", text: "For Ben" });
    await eraseAfterAMonth(id);
    const about = await db
      .select({ fromName: notifications.fromName })
      .from(notifications)
      .where(eq(notifications.href, `/orders/${twin.id}`));
    expect(new Set(about.map(({ fromName }) => fromName))).toEqual(new Set([zelda.name]));
    expect(await db.select().from(notifications).where(eq(notifications.href, overdue.href))).toMatchObject([overdue]);
    expect(outboxMails().some((mail) => mail.includes(`To: ${before.email}`))).toBe(true);
  });

  it("is erased completely or not at all", async () => {
    const { id, order } = await zeldaWithAPast();
    await write(
      async (tx) =>
        void tx.run(sql`create trigger stuck before update on messages begin select raise(abort, 'stuck'); end`),
    );
    await userResource.trash(ada, [id]);
    const was = await columnsWith(hers);
    vi.setSystemTime(now.getTime() + 31 * 86_400_000);
    expect((await runMaintenance()).join()).toContain("The trash: this failed");
    expect(await columnsWith(hers)).toEqual(was);
    expect((await db.select().from(orders).where(eq(orders.id, order.id)))[0]?.customerImage).toBe(before.image);
    expect((await db.select().from(users).where(eq(users.id, id)))[0]?.name).toBe(zelda.name);
  });
});

it("other entries of the outbox than mails stay", async () => {
  mkdirSync(join(config.dataDir, "outbox"), { recursive: true });
  const note = join(config.dataDir, "outbox", "note.txt");
  writeFileSync(note, `To: ${zelda.email}`);
  const { id } = await zeldaWithAPast();
  await eraseAfterAMonth(id);
  expect(readFileSync(note, "utf8")).toBe(`To: ${zelda.email}`);
});
