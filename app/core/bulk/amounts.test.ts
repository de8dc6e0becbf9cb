/** Bulk changes of status of rows whose amount is no longer the one that the list showed. */
import { expect, it, onTestFinished } from "vitest";
import { db } from "db";
import { payments } from "db/schema";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { loader as list } from "~/features/invoices/list";
import { paymentResource } from "~/features/payments/payments.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import { jobOf, jobsEnded } from "~/core/jobs/jobs.server";
import { action, loader as preview } from "~/features/records/bulk";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { post, run, signedIn, toastOf } from "~/testing/requests";

testDatabase();
const { ada, ben, dan } = cast;

const addInvoiceOf = (price: number) => addInvoice({ lines: [line({ price })] });

/** Loads the list, and returns a function that marks its rows as complete as that page would. */
async function openList() {
  const { view } = (await run<{ view: { last: number; amounts: string } }>(list, await signedIn("/invoices", ada)))
    .data;
  const { last, amounts } = view;
  return async (ids: string[]) =>
    toastOf(
      await run(
        action,
        await signedIn(post("/invoices/bulk", { ids, status: "complete", last: String(last), amounts }), ada),
      ),
    ).text;
}

const statusOf = async (id: string) => (await invoiceResource.unrestricted.get(id))?.status;

it("a bulk action leaves out an invoice whose price its own user changed after the list was loaded, with both amounts", async () => {
  const [changed, other] = [await addInvoiceOf(100_00), await addInvoiceOf(20_00)];
  const complete = await openList();
  await invoiceResource.change(ada, changed.id, { lines: [line({ price: 900_00 })] });
  const text = await complete([changed.id, other.id]);
  expect(text).toMatch(
    /^INV-0002 marked as complete\. Left out: INV-0001\. \$900\.00 is due on INV-0001 now, no longer \$100\.00$/,
  );
  expect([await statusOf(changed.id), await statusOf(other.id)]).toEqual(["pending", "complete"]);
  expect((await db.select().from(payments)).map(({ amount }) => amount)).toEqual([20_00]);
});

it("a bulk action leaves out an invoice that was partly paid after the list was loaded, even if nothing else is selected", async () => {
  const { id } = await addInvoiceOf(100_00);
  const complete = await openList();
  const paid = { customerId: dan.id, date: "2026-02-01", method: "Bank transfer" as const, amount: 40_00 };
  const made = await paymentResource.create(ben, { ...paid, allocations: [{ invoiceId: id, amount: 40_00 }] });
  expect(made).toMatchObject({ ok: true });
  expect(await complete([id])).toMatch(
    /^Nothing was changed\. Left out: INV-0001\. \$60\.00 is due on INV-0001 now, no longer \$100\.00\.$/,
  );
  expect(await statusOf(id)).toBe("pending");
  expect((await db.select().from(payments)).map(({ source }) => source)).not.toContain("marked");
  expect(await (await openList())([id])).toBe("INV-0001 marked as complete");
});

it("a bulk action says of a partly paid invoice that its own user completed meanwhile that it was complete already", async () => {
  const { id } = await addInvoiceOf(100_00);
  await paymentResource.create(ben, {
    ...{ customerId: dan.id, date: "2026-02-01", method: "Bank transfer" as const, amount: 40_00 },
    allocations: [{ invoiceId: id, amount: 40_00 }],
  });
  const complete = await openList();
  await invoiceResource.setStatus(ada, [id], "complete");
  expect(await complete([id])).toBe("Nothing was changed. INV-0001 was complete already.");
});

/** Previews marking everything pending as complete, and returns a function that confirms that preview. */
async function previewAll() {
  const path = "/invoices/bulk?status=pending&set=complete";
  const { data } = await run<{
    matched: number;
    last: number;
    amounts?: string;
    tally?: { changed: { count: number } };
  }>(preview, await signedIn(path, ada));
  const { matched, last, amounts = "", tally } = data;
  const seen = { matched: String(matched), changes: String(tally?.changed.count), last: String(last) };
  return async () => {
    const answer = await run(action, await signedIn(post(path, { ...seen, ...(amounts && { amounts }) }), ada));
    const job = answer.location?.match(/^\/jobs\/(.+)$/)?.[1];
    await jobsEnded();
    return job ? jobOf(ada.id, job)?.end?.text : toastOf(answer).text;
  };
}

async function payPart(id: string, amount: number) {
  const paid = { customerId: dan.id, date: "2026-02-01", method: "Bank transfer" as const, amount };
  expect(await paymentResource.create(ben, { ...paid, allocations: [{ invoiceId: id, amount }] })).toMatchObject({
    ok: true,
  });
}

it.each([
  ["at once", 200],
  ["as a job", 1],
])(
  "a bulk action on everything that matches, run %s, leaves out what was partly paid since its preview",
  async (_how, maxRowsAtOnce) => {
    const [partly, paid, other] = [await addInvoiceOf(100_00), await addInvoiceOf(50_00), await addInvoiceOf(20_00)];
    const usual = { ...bulkLimits };
    Object.assign(bulkLimits, { maxRowsAtOnce });
    onTestFinished(() => void Object.assign(bulkLimits, usual));
    if (maxRowsAtOnce === 1) {
      await run(action, await signedIn(post("/invoices/bulk?status=pending&set=complete"), ada)); // previews it
      await jobsEnded();
    }
    const confirm = await previewAll();
    await payPart(partly.id, 40_00);
    if (maxRowsAtOnce === 1) await payPart(paid.id, 50_00); // no longer matches in the list, so at once the preview is repeated
    const text = await confirm();
    expect(text).toContain("$60.00 is due on INV-0001 now, no longer $100.00");
    expect([await statusOf(partly.id), await statusOf(other.id)]).toEqual(["pending", "complete"]);
    expect(
      (await db.select().from(payments)).filter(({ source }) => source === "marked").map(({ amount }) => amount),
    ).toEqual(maxRowsAtOnce === 1 ? [20_00] : [50_00, 20_00]);
  },
);
