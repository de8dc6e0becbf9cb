/** The prefixes of document numbers, as the company's settings name them. */
import { beforeEach, expect, it } from "vitest";
import { db } from "db";
import { invoices } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { action } from "~/features/company/company";
import { createCreditNote } from "~/features/invoices/credit-notes/credit-notes.server";
import { idFromQuery } from "~/features/search/hits.server";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { post, run, signedIn } from "~/testing/requests";
import { companyValues } from "./company-form.server";
import { companyResource, readCompany } from "./company.server";

testDatabase();
const { ada } = cast;

beforeEach(async () => void (await addInvoice()));

const credit = async (invoiceId: string) => {
  const made = await createCreditNote(ada, { invoiceId, reason: "Returned", lines: [], shippingCharge: 0 });
  return made.ok ? made.row.id : made;
};

it("new prefixes are on the next documents, earlier ones keep theirs, and the numbers go on without a gap", async () => {
  expect(await credit("INV-0001")).toBe("CN-0001");
  const changed = await changeCompany({ invoicePrefix: "RE-2026", creditNotePrefix: "GS" });
  const { id } = await addInvoice();
  expect([id, await credit(id)]).toEqual(["RE-2026-0002", "GS-0002"]);
  await undoChange(ada, changed.batch!);
  expect((await addInvoice()).id).toBe("INV-0003");
  const ids = (await db.select({ id: invoices.id }).from(invoices)).map(({ id }) => id);
  expect(ids.sort()).toEqual(["INV-0001", "INV-0003", "RE-2026-0002"]);
});

it("an invoice is found by its number, whatever its prefix", async () => {
  await changeCompany({ invoicePrefix: "RE-2026" });
  await addInvoice();
  const found = ["1", "inv-1", "#2", "INV-0002", "re-2026-0002", "RE-2026-0001"].map((q) => idFromQuery("invoices", q));
  expect(await Promise.all(found)).toEqual([
    "INV-0001",
    "INV-0001",
    "RE-2026-0002",
    "RE-2026-0002",
    "RE-2026-0002",
    undefined,
  ]);
});

it.each([
  ["invoicePrefix", "RE 2026", "Use the letters"],
  ["invoicePrefix", "-RE-", "Use the letters"],
  ["invoicePrefix", "", "Use the letters"],
  ["creditNotePrefix", "ABCDEFGHIJKLM", "Use at most 12"],
  ["creditNotePrefix", "INV", "Invoices have this prefix"],
  ["invoicePrefix", "cn", "Credit notes have this prefix"],
])("%s %j is refused with a sentence at its field", async (name, value, sentence) => {
  const { revision, ...company } = await readCompany();
  const sent = { ...companyValues(company), revision: String(revision), [name]: value };
  const { status, data } = await run<{ form: { errors: Record<string, string> } }>(
    action,
    await signedIn(post("/settings/company", sent), ada),
  );
  expect({ status, errors: data.form.errors }).toEqual({
    status: 400,
    errors: { [name]: expect.stringContaining(sentence) },
  });
  expect(await readCompany()).toMatchObject({ invoicePrefix: "INV", creditNotePrefix: "CN" });
});

it("a prefix that issued invoices have is refused for credit notes", async () => {
  await changeCompany({ invoicePrefix: "RE" });
  expect(await companyResource.change(ada, 1, { creditNotePrefix: "INV" })).toMatchObject({
    errors: { creditNotePrefix: "Invoices have this prefix. Enter another one for credit notes." },
  });
});

it("another prefix needs a recent confirmation of identity", async () => {
  const assertRecentlyAuthenticated = () => Promise.reject(new Error("Confirm first."));
  const change = companyResource.change({ ...ada, assertRecentlyAuthenticated }, 1, { invoicePrefix: "RE" });
  await expect(change).rejects.toThrow("Confirm first.");
});
