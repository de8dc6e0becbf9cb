import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { write } from "db";
import { invoices, journal } from "db/schema";
import { removalByUndo } from "~/core/undo/undo-removal.server";
import { stampLocks } from "~/features/locking/locking.server";
import { action as bulk } from "~/features/records/bulk";
import { action as restore } from "~/features/records/restore";
import { action as trash } from "~/features/records/trash";
import { emptyTrash } from "~/maintenance/trash.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, invoiceDraft } from "~/testing/invoices";
import { post, run, signedIn, toastOf } from "~/testing/requests";
import { actionText } from "~/ui/record/history";
import { loader as details } from "./details";
import { invoiceResource } from "./invoices.server";

testDatabase();

const { ada } = cast;

test("an invoice is voided and reinstated in these words", async () => {
  const { id } = await addInvoice();
  const press = async (act: typeof trash, name: string) =>
    toastOf(await run(act, await signedIn(post(`/invoices/${id}/${name}`), ada), { id })).text;
  expect(await press(trash, "trash")).toBe(`${id} voided`);
  const { data } = await run<Parameters<typeof actionText>[0][]>(
    async (args) => (await details(args)).history,
    await signedIn(`/invoices/${id}/details`, ada),
    { id },
  );
  expect(data.map((entry) => actionText(entry))).toEqual(["voided this", "created this"]);
  expect(await press(restore, "restore")).toBe(`${id} reinstated`);
});

test("a void invoice is never purged, and its number is not given again", async () => {
  const { id } = await addInvoice();
  await invoiceResource.trash(ada, [id]);
  await write((tx) => tx.update(invoices).set({ deletedAt: new Date("2020-01-01") }));
  await emptyTrash(new Date());
  expect(await invoiceResource.find(ada, id)).toMatchObject({ number: 1 });
  expect(await addInvoice()).toMatchObject({ number: 2 });
});

test("undoing the creation of an invoice asks once it was issued more than a day ago", async () => {
  const made = await invoiceResource.create(ada, invoiceDraft());
  const batch = made.ok ? made.batch! : "";
  expect(await removalByUndo(ada, batch)).toBeUndefined();
  await write((tx) =>
    tx
      .update(journal)
      .set({ at: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(journal.batch, batch)),
  );
  expect(await removalByUndo(ada, batch)).toMatchObject({
    count: 1,
    means: "They become void and keep their numbers.",
  });
});

test("voiding ticked invoices leaves out locked and void ones with the reason, and voids the others", async () => {
  const [locked, open, gone] = [await addInvoice(), await addInvoice(), await addInvoice()];
  await invoiceResource.trash(cast.ada, [gone.id]);
  await write(async (tx) => {
    await tx.update(invoices).set({ sentAt: new Date() }).where(eq(invoices.id, locked.id));
    await stampLocks(tx, [locked.id]);
  });
  const ids = [locked.id, open.id, gone.id];
  const over = await invoiceResource.asSeenBy(cast.ada).passedOverInBulk(cast.ada, ids, { act: "delete" });
  expect(over.map(({ id, why }) => [id, why])).toEqual([
    [locked.id, "It is locked. Create a credit note instead."],
    [gone.id, "It is void."],
  ]);
  const sent = post("/invoices/bulk", { act: "delete", ids, sure: "1" });
  await run(bulk, await signedIn(sent, cast.ada));
  expect([await invoiceResource.get(cast.ada, open.id), await invoiceResource.get(cast.ada, locked.id)]).toMatchObject([
    undefined,
    { id: locked.id },
  ]);
});
