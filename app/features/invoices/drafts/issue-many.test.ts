/** Issuing several drafts at once. */
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "db";
import { invoiceDrafts, invoices } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { post, run, signedIn, toastOf } from "~/testing/requests";
import { invoiceDraftResource } from "./drafts.server";
import { draftValues } from "./entries.server";
import { action, loader } from "./issue-many";

testDatabase();

const { ada, ben, dan } = cast;

/** The fields of the form that stay empty. */
const empty = Object.fromEntries(
  [
    ...["issueDate", "dueDate", "billingEmail", "billingPhone", "billingAddress", "paymentMethod", "cardHolder"],
    ...["cardNo", "shippingCharge", "tax", "lines.0.product", "lines.0.discount"],
  ].map((name) => [name, ""]),
);

/** Saves drafts over $10, $20 and so on, of which those at `unfinished` name nobody. */
async function addDrafts(count: number, unfinished: number[] = []) {
  for (let place = 1; place <= count; place++) {
    const customer = unfinished.includes(place) ? "" : `${dan.name} · #${dan.id}`;
    const line = { "lines.0.title": "Desk", "lines.0.quantity": "1", "lines.0.price": String(place * 10) };
    await invoiceDraftResource.create(ada, await draftValues({ ...empty, customer, ...line }));
  }
}

interface Shown {
  ready: { seen: string; label: string }[];
  unfinished: { label: string; why: string }[];
}
const open = async (search: string) =>
  (await run<Shown>(loader, await signedIn(`/invoices/drafts/issue?${search}`, ada))).data;
const issue = async (seen: string[], by = ada) =>
  run(action, await signedIn(post("/invoices/drafts/issue", { seen }), by));
const issued = () => db.select().from(invoices).orderBy(asc(invoices.number));

test("ten drafts are issued at once with the next numbers, and one undo brings them back", async () => {
  await addDrafts(12, [3, 7]);
  const { ready, unfinished } = await open("all=1&back=/invoices/drafts");
  expect([ready.length, unfinished]).toMatchObject([
    10,
    [{ label: "Draft 3", why: "Choose a customer." }, { label: "Draft 7" }],
  ]);
  const { text, undo = "" } = toastOf(await issue([...ready.map(({ seen }) => seen), "3:1"]));
  expect(text).toBe("10 invoices were issued, INV-0001 to INV-0010. Left out: Draft 3: Choose a customer");
  expect((await issued()).map(({ number, totalAmount }) => [number, totalAmount / 1000])).toEqual(
    [1, 2, 4, 5, 6, 8, 9, 10, 11, 12].map((place, at) => [at + 1, place]),
  );
  expect((await undoChange(ada, undo)).ok).toBe(true);
  expect((await issued()).every(({ deletedAt }) => deletedAt)).toBe(true);
  expect((await open("all=1&back=/invoices/drafts")).ready).toHaveLength(10);
});

test("drafts that are issued by two people at once, or changed meanwhile, take no number twice and leave no gap", async () => {
  await addDrafts(4);
  const seen = (await open("ids=1&ids=2&ids=3&ids=4")).ready.map((one) => one.seen);
  await invoiceDraftResource.change(ben, 2, { totalAmount: 1_00 });
  await write((tx) => tx.update(invoiceDrafts).set({ deletedAt: new Date() }).where(eq(invoiceDrafts.id, 4)));
  const texts = (await Promise.all([issue(seen), issue(seen, ben)])).map((answer) => toastOf(answer).text);
  expect(texts).toContainEqual(
    expect.stringMatching(
      /^2 invoices were issued, INV-0001 to INV-0002\. Left out: Draft 2: It was changed meanwhile/,
    ),
  );
  expect(texts).toContainEqual(
    expect.stringMatching(/^Nothing was changed\. Left out: Draft 1: INV-0001 was issued from it/),
  );
  expect((await issued()).map(({ number }) => number)).toEqual([1, 2]);
});

test("a draft that would be refused, such as one dated in a closed month, is not offered to be issued", async () => {
  await addDrafts(2);
  const fields = { customer: `${dan.name} · #${dan.id}`, "lines.0.title": "Desk", "lines.0.quantity": "1" };
  const closed = await draftValues({ ...empty, ...fields, "lines.0.price": "10", issueDate: "2026-01-10" });
  await invoiceDraftResource.create(ada, closed);
  await changeCompany({ closingDate: "2026-01-31" });
  const { ready, unfinished } = await open("all=1&back=/invoices/drafts");
  expect(ready.map(({ label }) => label)).toEqual(["Draft 1", "Draft 2"]);
  expect(unfinished).toMatchObject([{ label: "Draft 3", why: expect.stringContaining("the books are closed") }]);
  expect(await issued()).toEqual([]);
});
