import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { write } from "db";
import { invoices, journal } from "db/schema";
import { removalByUndo } from "~/core/undo/undo-removal.server";
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
