import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "db";
import { type Faq, faqs, journal } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import type { FormState } from "~/core/form/form-state";
import { action as setStatus } from "~/features/records/status";
import { action as trash } from "~/features/records/trash";
import { cast, testDatabase } from "~/testing/database";
import { post, run, signedIn as as, toast, toastOf } from "~/testing/requests";
import { addFaqs } from "~/testing/support";
import { action as create, loader as createPage } from "./create";
import { action as edit } from "./edit";
import { loader as exported } from "~/features/records/export";
import { loader as list } from "./list";
import { action as move } from "./move";

testDatabase();

const { ada, ben } = cast;
const manage = "/support/faqs/manage";
const one = async (id: number) => (await db.select().from(faqs).where(eq(faqs.id, id)))[0] as Faq;
const values = { question: "Where is it?", answer: "Look **there**.", topic: "Data and export", status: "Draft" };
type Refused = { form: FormState; html?: string };

describe("writing a FAQ", () => {
  const send = async (fields: object) =>
    run<Refused>(create, await as(post(`${manage}/create`, { ...values, ...fields }), ada));

  it("puts it last in its topic, and creates it once however often the form is sent", async () => {
    await addFaqs({ topic: "Data and export", position: 7 }, { position: 30 });
    const key = "11111111-2222-4333-8444-555555555555";
    const [first, again] = [await send({ key }), await send({ key })];
    expect([first.location, again.location]).toEqual([manage, manage]);
    const made = (await db.select().from(faqs)).slice(2);
    expect(made).toMatchObject([{ ...values, position: 8 }]);
    expect(toastOf(first).text).toBe("FAQ saved as a draft");
    expect(toastOf(await send({ question: "Here?", status: "Published" })).text).toBe("“Here?” was created");
  });

  it("keeps the input beside messages that say what to do", async () => {
    const { status, data } = await send({ question: " ", answer: "x".repeat(100_000), topic: "Weather" });
    expect(status).toBe(400);
    expect(data.form.errors).toEqual({
      question: "Enter a question, as people would ask it",
      answer: "Keep this to 10000 characters",
      topic: "Choose a topic",
    });
    expect(data.form.fields.answer).toHaveLength(100_000);
    expect(await db.select().from(faqs)).toEqual([]);
  });

  it("starts with a question that somebody searched in vain", async () => {
    const { data } = await run<{ question: string }>(createPage, await as(`${manage}/create?question=gift+cards`, ada));
    expect(data.question).toBe("gift cards");
  });

  it("shows a safe preview of the answer, and saves nothing", async () => {
    const { status, data } = await send({
      question: "",
      answer: "**Bold** <script>alert(1)</script> [x](javascript:alert(1))",
      preview: "1",
    });
    expect(status).toBe(200);
    expect(data.html).toContain("<strong>Bold</strong> &lt;script&gt;");
    expect(data.html).not.toMatch(/<script|href="javascript/);
    expect(data.form).toMatchObject({ errors: {}, fields: { topic: values.topic } });
    expect(await db.select().from(faqs)).toEqual([]);
    expect((await send({ answer: "", preview: "1" })).data).toMatchObject({
      form: { errors: { answer: "Enter the answer" } },
    });
  });
});

describe("changing a FAQ", () => {
  let faq: Faq;
  beforeEach(async () => {
    [faq] = (await addFaqs({})) as [Faq];
  });
  const params = () => ({ id: String(faq.id) });
  const send = async (fields: object, by = ada) =>
    run<Refused & { versions?: unknown }>(
      edit,
      await as(post(`${manage}/${faq.id}`, { ...values, ...fields }), by),
      params(),
    );

  it("is journalled, and can be undone", async () => {
    const saved = await send({ revision: "1", status: "Published" });
    expect(saved.location).toBe(`${manage}/${faq.id}`);
    expect(await one(faq.id)).toMatchObject({ answer: values.answer, topic: values.topic });
    await undoChange(ada, toastOf(saved).undo ?? "");
    expect(await one(faq.id)).toMatchObject({ answer: faq.answer, topic: faq.topic, position: faq.position });
  });

  it("shows both versions if somebody else changed the same FAQ", async () => {
    await send({ revision: "1", answer: "Ben's" }, ben);
    const late = await send({ revision: "1", answer: "Ada's" });
    expect(late.status).toBe(409);
    expect(late.data.versions).toBeDefined();
    expect(await one(faq.id)).toMatchObject({ answer: "Ben's" });
  });

  it("does not overwrite a position that somebody set meanwhile", async () => {
    await addFaqs({ position: 2 });
    await run(move, await as(post(`${manage}/${faq.id}/move?seen=1`, { direction: "down" }), ben), params());
    const saved = await send({ revision: "1", topic: faq.topic, status: "Published" });
    expect(saved.status).toBe(303);
    expect(await one(faq.id)).toMatchObject({ position: 2, answer: values.answer });
  });

  it("shows a preview and leaves the FAQ unchanged", async () => {
    expect((await send({ revision: "1", preview: "1" })).data.html).toContain("<strong>there</strong>");
    expect(await one(faq.id)).toMatchObject({ revision: 1 });
  });

  it("publishes, hides and trashes it through the shared routes, and leads back to its list", async () => {
    await run(setStatus, await as(post(`${manage}/${faq.id}/status`, { status: "Draft" }), ada), params());
    expect(await one(faq.id)).toMatchObject({ status: "Draft" });
    const gone = await run(trash, await as(post(`${manage}/${faq.id}/trash`), ada), params());
    expect(gone.location).toBe(manage);
    expect((await one(faq.id)).deletedAt).not.toBeNull();
  });
});

describe("the order of FAQs within a topic", () => {
  const order = async () =>
    (await db.select().from(faqs).where(eq(faqs.topic, "Orders and returns")).orderBy(faqs.position, faqs.id))
      .map(({ question }) => question)
      .join("");
  const press = async (id: number, direction: string, seen: number) =>
    run(move, await as(post(`${manage}/${id}/move?seen=${seen}`, { direction }), ada), { id: String(id) });
  let all: Faq[];
  beforeEach(async () => {
    all = await addFaqs(
      { question: "A" },
      { question: "B" },
      { question: "x", topic: "Data and export" },
      { question: "C", position: 9 },
    );
  });

  it("is changed past the neighbour, whatever its position, and once however often the button is pressed", async () => {
    const [, b] = all as [Faq, Faq];
    const moved = await press(b.id, "down", 2);
    expect(await order()).toBe("ACB");
    expect(toastOf(moved)).toMatchObject({ text: "“B” moved down" });
    expect(toast(await press(b.id, "up", 2))).toContain("stays where it is");
    expect(await order()).toBe("ACB");
    await undoChange(ada, toastOf(moved).undo ?? "");
    expect(await order()).toBe("ABC");
  });

  it("stops at both ends of the topic", async () => {
    const [a, , , c] = all as [Faq, Faq, Faq, Faq];
    await press(a.id, "up", 1);
    await press(c.id, "down", 9);
    expect(await order()).toBe("ABC");
    expect(await db.select().from(journal)).toEqual([]);
  });

  it("is correct with equal positions, and skips FAQs in the trash", async () => {
    const [d] = (await addFaqs(
      { question: "D", position: 2 },
      { question: "T", position: 2, deletedAt: new Date() },
    )) as [Faq];
    await press(d.id, "up", 2);
    const living = (await order()).replace("T", "");
    expect(living).toBe("ADBC");
    await press((await one(d.id)).id, "up", (await one(d.id)).position);
    expect((await order()).replace("T", "")).toBe("DABC");
  });

  it("accepts only known directions", async () => {
    expect((await press(all[0]?.id ?? 0, "sideways", 1)).status).toBe(400);
    expect((await press(999, "up", 1)).status).toBe(404);
  });
});

describe("the list of FAQs", () => {
  it("contains those outside the trash, in order, and so does the export", async () => {
    await addFaqs(
      { question: "B", position: 2 },
      { question: "A", position: 1, status: "Draft" },
      { question: "T", deletedAt: new Date() },
    );
    const { data } = await run<{ faqs: Faq[] }>(list, await as(manage, ada));
    expect(data.faqs.map(({ question }) => question)).toEqual(["A", "B"]);
    const file = await run<string>(exported, await as(`${manage}.csv?status=Draft`, ada));
    expect(file.data.split("\r\n")[1]).toMatch(/^2,A,Put it into its box\.,Orders and returns,Draft,1,/);
  });
});
