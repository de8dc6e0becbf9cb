import { expect, it } from "vitest";
import { readAllocations } from "./cells";
import { Matcher } from "./match";

const open = (id: string, customerId: number) => ({
  id,
  externalNumber: "",
  customerId,
  customerName: `Customer ${customerId}`,
  customerCompany: "",
  billingEmail: "",
  dueDate: "2026-01-24",
  balance: 30_00,
});

it.each([
  ["Thanks for RE-2026-0003", "RE-2026-0003"],
  ["invoice no. 3", "RE-2026-0003"],
  ["re-2026-0003 and goodbye", "RE-2026-0003"],
  ["INV-2-0004", "INV-2-0004"],
  ["INV-0002", "INV-0002"],
])("a payment that says %j is matched with %s, whatever prefixes invoices have", (text, id) => {
  const matcher = new Matcher();
  matcher.addInvoices(["INV-0001", "INV-0002", "RE-2026-0003", "INV-2-0004"].map((id, index) => open(id, index + 1)));
  expect(matcher.match({ cents: 30_00, name: "", text })?.allocations).toEqual([{ invoiceId: id, amount: 30_00 }]);
});

it("a cell names invoices with any prefix", () => {
  expect(readAllocations("inv-3 10.00; RE-2026-0004 5; re-2026-0005")).toEqual([
    { invoiceId: "INV-0003", amount: 10_00 },
    { invoiceId: "RE-2026-0004", amount: 5_00 },
    { invoiceId: "RE-2026-0005" },
  ]);
  expect(readAllocations("nothing")).toBeUndefined();
});
