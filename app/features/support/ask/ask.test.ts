import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { attachments, faqs, journal, notifications, replies, tickets, users } from "db/schema";
import { action as api } from "~/features/api/resource";
import { action as undo } from "~/features/records/undo";
import { mailSettled } from "~/core/mail/mail.server";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, send, signedIn, toastOf } from "~/testing/requests";
import { savedMails } from "~/testing/mail-sentences";
import { faqResource } from "../faqs/faqs.server";
import { action as contact } from "./contact";
import { action as create } from "./create";
import { loader as suggest } from "./suggest";
import { suggestFaqs } from "../faqs/suggest.server";

testDatabase();

beforeEach(() =>
  write(async (tx) => {
    await tx.insert(faqs).values([
      {
        question: "How do I refund an order?",
        answer: "Open the order and choose **Return**.",
        topic: "Orders and returns",
        status: "Published",
      },
      {
        question: "Where are last year's invoices?",
        answer: "In the list of invoices, with a filter.",
        topic: "Invoices and tax",
        status: "Published",
      },
      {
        question: "How are refunds of gift cards booked?",
        answer: "Not decided.",
        topic: "Invoices and tax",
        status: "Draft",
      },
    ]);
  }),
);

const key = "11111111-2222-3333-4444-555555555555";
const question = () => ({
  subject: "My parcel is wet",
  topic: "Orders and returns",
  priority: "High",
  body: "It rained.",
  key,
});
const asked = async (fields: Record<string, string> = {}, act = create, path = "/support/create-ticket") =>
  run<{
    form: { fields: Record<string, string>; errors: Record<string, string> };
    suggestions?: { question: string }[];
  }>(act, await signedIn(post(path, { ...question(), ...fields }), cast.ada));
const all = () => db.select().from(tickets);

async function allMails() {
  await mailSettled();
  const outbox = join(config.dataDir, "outbox");
  return Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), "utf8")));
}

describe("a question to support", () => {
  it("becomes a ticket with its first message, and shows the ticket number", async () => {
    const answer = await asked();
    expect([answer.status, answer.location]).toEqual([303, "/support/tickets/1"]);
    expect(toastOf(answer)).toMatchObject({
      text: `Ticket #1 was created. ${savedMails()}`, // to who asked
    });
    expect(await all()).toMatchObject([
      {
        subject: "My parcel is wet",
        status: "Open",
        priority: "High",
        requesterId: cast.ada.id,
        requesterName: cast.ada.name,
        requesterEmail: cast.ada.email,
        assigneeId: null,
      },
    ]);
    expect(await db.select().from(replies)).toMatchObject([
      { ticketId: 1, authorId: cast.ada.id, body: "It rained.", internal: false },
    ]);
    expect((await all())[0]?.waitingSince).toBeInstanceOf(Date);
  });

  it("is opened once, however often the form is sent", async () => {
    const [first, second] = [await asked(), await asked()];
    expect([first.location, second.location]).toEqual(["/support/tickets/1", "/support/tickets/1"]);
    expect(await all()).toHaveLength(1);
    expect(await db.select().from(replies)).toHaveLength(1);
  });

  it("is not opened while one of its files was refused, until that file is removed", async () => {
    const why = "“holiday.mov” was not taken: it has 9 MB, more than 5 MB.";
    const named = await asked({ refused: why });
    const { attachments } = named.data.form.errors;
    expect(attachments).toBe(
      `${why} Nothing was sent, because a file was refused. Choose another one, or leave it out.`,
    );
    expect((await asked({ refused: attachments ?? "" })).data.form.errors.attachments).toBe(attachments);
    const refused = await asked({ refused: "yes" });
    expect(refused).toMatchObject({
      status: 400,
      data: {
        form: {
          fields: { body: "It rained." },
          errors: { attachments: expect.stringContaining("a file was refused") },
        },
      },
    });
    expect(await all()).toHaveLength(0);
    expect((await asked({ refused: "yes", keep: "files" })).status).toBe(200);
    expect((await asked()).status).toBe(303);
  });

  it("a question to support with different text is a different ticket, even with the same key: no input is lost", async () => {
    await asked();
    const second = await asked({ body: "And it snowed." });
    expect(second.location).toBe("/support/tickets/2");
    expect((await db.select().from(replies)).map(({ body }) => body)).toEqual(["It rained.", "And it snowed."]);
  });

  it.each([
    ["who asked, to their tickets: its page is gone for them", "client", "/support/tickets"],
    ["an owner, to where it can be restored", "owner", "/support/tickets/1"],
  ] as const)("a question to support that is undone leads %s", async (_, access, there) => {
    await write(async (tx) => void (await tx.update(users).set({ access }).where(eq(users.id, cast.ada.id))));
    const me = { ...cast.ada, access };
    const body = post("/support/create-ticket", { ...question(), offered: "yes" });
    const made = toastOf(await run(create, await signedIn(body, me)));
    const back = await run(
      undo,
      await signedIn(post("/undo", { batch: made?.undo ?? "", back: "/support/tickets/1" }), me),
    );
    expect([back.location, toastOf(back)?.tone]).toEqual([there, undefined]);
  });

  it("does not put its text into the journal, which others may read", async () => {
    await asked({ body: "My secret is mulberry." });
    expect(JSON.stringify(await db.select().from(journal))).not.toContain("mulberry");
  });

  it("is confirmed by a mail with its number", async () => {
    await asked();
    const mails = await allMails();
    const mine = mails.filter((mail) => mail.includes("Subject: Ticket #1: My parcel is wet"));
    expect(mine.length).toBeGreaterThan(0);
    expect(mine[0]).toContain(`To: ${cast.ada.email}`);
  });

  it("is confirmed by a mail too if it comes through the API", async () => {
    const sent = { subject: "My quince is blue", topic: "Orders and returns", message: "It was yellow." };
    expect((await run(api, await signedIn(send("POST", "/api/tickets", sent), cast.ada))).status).toBe(200);
    const mails = await allMails();
    expect(mails.filter((mail) => mail.includes("Subject: Ticket #1: My quince is blue"))).toHaveLength(1);
  });

  it("is notified to everyone who wants it, and not to its requester", async () => {
    await asked();
    expect((await db.select().from(notifications)).map(({ userId, href }) => [userId, href])).toEqual([
      [cast.ben.id, "/support/tickets/1"],
    ]);
  });

  it("opened for somebody else belongs to them, and so does its first message", async () => {
    const answer = await asked({ requesterId: String(cast.dan.id) });
    expect(toastOf(answer).text).toBe(`Ticket #1 was created. ${savedMails()}`);
    expect(await all()).toMatchObject([
      { requesterId: cast.dan.id, requesterName: cast.dan.name, firstAnsweredAt: null },
    ]);
    expect(await db.select().from(replies)).toMatchObject([{ authorId: cast.dan.id }]);
  });

  it.each(["Dan Directory · #6", "dan directory", "DAN@example.com"])(
    "is theirs who is named as %j, also where they may not sign in",
    async (requesterId) => {
      expect((await asked({ requesterId })).status).toBe(303);
      expect(await all()).toMatchObject([{ requesterId: cast.dan.id }]);
    },
  );

  it("asks which person is meant if it is not clear or if requested, and sends nothing before", async () => {
    const unclear = await asked({ requesterId: "active" });
    expect(unclear).toMatchObject({
      status: 400,
      data: {
        form: {
          errors: { requesterId: "Choose whom you mean by “active”." },
          choices: { requesterId: [{ text: "Ada Active · #1" }, { text: "Ben Active · #2" }] },
        },
      },
    });
    const found = await asked({ requesterId: "dan", rows: "find:requesterId", body: "" });
    expect(found).toMatchObject({
      status: 200,
      data: {
        form: {
          errors: {},
          savesNothing: true,
          fields: { subject: "My parcel is wet" },
          choices: { requesterId: [{ text: "Dan Directory · #6" }] },
        },
      },
    });
    expect(await all()).toEqual([]);
    await asked({ requesterId: "active", "choice:requesterId": "Ben Active · #2" });
    expect(await all()).toMatchObject([{ requesterId: cast.ben.id }]);
  });

  it.each([
    ["without words", { body: " " }, "body"],
    ["without a subject", { subject: "" }, "subject"],
    ["of 100,000 characters", { body: "x".repeat(100_000) }, "body"],
    ["about an order that there is not", { orderId: "99" }, "orderId"],
    ["for somebody who is not there", { requesterId: "99" }, "requesterId"],
  ])("%s is refused beside the field, and the input is kept", async (_, fields: Record<string, string>, field) => {
    const answer = await asked(fields);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.data.form.errors)).toEqual([field]);
    expect(answer.data.form.fields.topic).toBe("Orders and returns");
    expect(await all()).toEqual([]);
  });
});

describe("files of a question", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  type Back = { form: { key: string; errors: Record<string, string> }; files: { id: string; name: string }[] };

  async function sendFiles(fields: Record<string, string>, ...sent: [name: string, bytes: Uint8Array<ArrayBuffer>][]) {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...question(), ...fields })) body.append(name, value);
    for (const [name, bytes] of sent) body.append("attachments", new File([bytes], name));
    return run<Back>(
      create,
      await signedIn(new Request(`${config.appUrl}/support/create-ticket`, { method: "POST", body }), cast.ada),
    );
  }

  it("wait while the question is not sent yet, and are sent with it", async () => {
    const first = await sendFiles({ body: "" }, ["wet.png", new Uint8Array(png)]);
    expect([first.status, Object.keys(first.data.form.errors), first.data.files.map(({ name }) => name)]).toEqual([
      400,
      ["body"],
      ["wet.png"],
    ]);
    expect((await sendFiles({})).location).toBe("/support/tickets/1");
    expect(
      await db
        .select({ name: attachments.name, replyId: attachments.replyId, draft: attachments.draft })
        .from(attachments),
    ).toEqual([{ name: "wet.png", replyId: 1, draft: null }]);
  });

  it("files of a question that is sent again wait under its new key, and belong to the second ticket", async () => {
    await sendFiles({}, ["wet.png", new Uint8Array(png)]);
    const again = await sendFiles({ key: "22222222-2222-3333-4444-555555555555" }, ["wet.png", new Uint8Array(png)]);
    expect([again.status, again.data.form.errors[""], again.data.files.map(({ name }) => name)]).toEqual([
      409,
      expect.stringContaining("Ticket #1 was created with the same entries a short while ago."),
      ["wet.png"],
    ]);
    expect((await sendFiles({ key: again.data.form.key })).location).toBe("/support/tickets/2");
    const sent = await db.select({ replyId: attachments.replyId, draft: attachments.draft }).from(attachments);
    expect(sent).toEqual([
      { replyId: 1, draft: null },
      { replyId: 2, draft: null },
    ]);
  });

  it("are stored and removed by buttons that send nothing", async () => {
    const kept = await sendFiles({ keep: "files", subject: "" }, ["wet.png", new Uint8Array(png)]);
    expect([kept.status, kept.data.form.errors]).toEqual([200, {}]);
    const removed = await sendFiles({ remove: kept.data.files[0]?.id ?? "" });
    expect([removed.status, removed.data.files]).toEqual([200, []]);
    expect(await all()).toEqual([]);
  });

  it("files of a question with a false type are refused by name, and the question is kept", async () => {
    const answer = await sendFiles({}, ["wet.png", new Uint8Array(Buffer.from("no picture"))]);
    expect(answer.status).toBe(400);
    expect(answer.data.form.errors.attachments).toContain("wet.png");
    expect(await all()).toEqual([]);
  });
});

it("a question sent again is one ticket, and with another subject or requester a different one", async () => {
  await asked();
  expect((await asked()).location).toBe("/support/tickets/1");
  expect((await asked({ requesterId: String(cast.ben.id) })).location).toBe("/support/tickets/2");
  expect((await asked({ subject: "My parcel is dry" })).location).toBe("/support/tickets/3");
  expect((await all()).map(({ subject, requesterId }) => [subject, requesterId])).toEqual([
    ["My parcel is wet", cast.ada.id],
    ["My parcel is wet", cast.ben.id],
    ["My parcel is dry", cast.ada.id],
  ]);
});

describe("the FAQs that may answer a question", () => {
  it("are offered once before it is sent, with the input kept", async () => {
    const first = await asked({ subject: "Refunded an order twice" });
    expect(first.data.suggestions?.map(({ question }) => question)).toEqual(["How do I refund an order?"]);
    expect(first.data.form.fields).toMatchObject({ subject: "Refunded an order twice", body: "It rained." });
    expect(await all()).toEqual([]);
    expect((await asked({ subject: "Refunded an order twice", offered: "yes" })).location).toBe("/support/tickets/1");
  });

  it("are the published ones in their current form", async () => {
    const offered = async (text: string) => (await suggestFaqs(cast.ada, text)).map(({ question }) => question);
    expect(await offered("refund quince")).toEqual(["How do I refund an order?"]);
    await faqResource.change(cast.ada, 1, { question: "How do I eat a quince?" });
    expect([await offered("refund"), await offered("quince")]).toEqual([[], ["How do I eat a quince?"]]);
    await faqResource.trash(cast.ada, [1]);
    expect(await offered("quince")).toEqual([]);
  });

  it("are searched with the first 2,000 characters of the question", async () => {
    expect(await suggestFaqs(cast.ada, `${"x".repeat(1_990)} refund`)).toHaveLength(1);
    expect(await suggestFaqs(cast.ada, `${"x".repeat(2_000)} refund`)).toEqual([]);
  });

  it("are searched while the user types", async () => {
    const answer = await run<{ suggestions: { question: string }[] }>(
      suggest,
      await signedIn(get("/support/suggest?q=invoices+please"), cast.ada),
    );
    expect(answer.data.suggestions.map(({ question }) => question)).toEqual(["Where are last year's invoices?"]);
  });
});

describe("the form for a question", () => {
  beforeEach(() =>
    write(async (tx) => void (await tx.update(users).set({ access: "client" }).where(eq(users.id, cast.ada.id)))),
  );

  it("is refused with its input if the hidden field is filled in", async () => {
    const answer = await asked({ website: "https://spam.example" }, contact, "/support/contact");
    expect(answer.status).toBe(400);
    expect(answer.data.form.errors[""]).toBeTruthy();
    expect(answer.data.form.fields.body).toBe("It rained.");
    expect(await all()).toEqual([]);
  });

  it("is accepted from a client immediately, as a restored draft may be sent right away", async () => {
    expect((await asked({})).location).toBe("/support/tickets/1");
  });
});
