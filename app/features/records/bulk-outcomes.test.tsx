/** The preview of a bulk action. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { BulkAction } from "~/core/resource/bulk-outcome.server";
import { invoiceNoun } from "~/features/invoices/fields";
import { BulkOutcomes } from "./bulk-outcomes";

const none = { count: 0, first: [] };

it.each([
  [{ act: "delete" }, "void"],
  [{ act: "restore" }, "Void"],
] satisfies [BulkAction, string][])("the preview of %j calls removed invoices void", (what, word) => {
  const one = { id: "INV-0001", label: "INV-0001", href: "/invoices/INV-0001/details", outcome: "changed" } as const;
  const tally = { changed: { count: 1, first: [one] }, refused: none, same: none, ahead: none };
  const html = renderToStaticMarkup(<BulkOutcomes noun={invoiceNoun} what={what} tally={tally} fields={{}} />);
  expect(html).toContain(`>${word}</`);
  expect(html).not.toContain("trash");
});
