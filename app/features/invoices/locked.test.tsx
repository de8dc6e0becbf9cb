/** Tests which fields the page of a locked invoice offers. */
import { createRemixStub } from "@remix-run/testing";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { companies, type Invoice, invoices } from "db/schema";
import { write } from "db";
import { eq } from "drizzle-orm";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { post, run, signedIn } from "~/testing/requests";
import { action, loader } from "./edit";
import { formTexts } from "./form/form-texts.server";
import { invoiceResource } from "./invoices.server";
import { LockedInvoice } from "./locked";

testDatabase();

const { ada } = cast;

/** Returns the page of a locked invoice as HTML. */
async function pageOf(id: string) {
  const { data } = await run<{ invoice: Invoice; lock: string; isDueDateLocked: boolean }>(
    loader,
    await signedIn(`/invoices/${id}`, ada),
    { id },
  );
  const { invoice, lock, isDueDateLocked } = data;
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <LockedInvoice texts={formTexts} invoice={invoice} why={lock} isDueDateLocked={isDueDateLocked} />
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

it("the page of an invoice of a closed period changes its notes, and offers no due date", async () => {
  const { id } = await addInvoice();
  await write((tx) => tx.update(companies).set({ closingDate: "2026-01-31" }));
  const page = await pageOf(id);
  expect(page).toContain("the books are closed up to 31 Jan 2026");
  expect(page).toContain('name="internalNote"');
  expect(page).not.toMatch(/dueDate|is due|Due date/);
  const save = async (fields: Record<string, string>) =>
    run(action, await signedIn(post(`/invoices/${id}`, { revision: "1", note: "Thanks", ...fields }), ada), { id });
  expect(await save({ dueDate: "2026-04-01" })).toMatchObject({
    data: { form: { errors: { dueDate: expect.stringContaining("cannot be changed") } } },
  });
  expect(await save({})).toMatchObject({ location: `/invoices/${id}/details` });
  expect(await invoiceResource.get(ada, id)).toMatchObject({ note: "Thanks", dueDate: "2026-01-24" });
});

it("the page of an invoice that was sent offers its due date", async () => {
  const { id } = await addInvoice();
  const sentAt = new Date("2026-01-11T10:00:00Z");
  await write((tx) => tx.update(invoices).set({ sentAt }).where(eq(invoices.id, id)));
  const page = await pageOf(id);
  expect(page).toContain('name="dueDate"');
  expect(page).toContain("change when it is due and the notes");
});
