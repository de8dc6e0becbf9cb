/** Names of invoice statuses in other programs. */
import { CellErrors } from "~/core/import/importer.server";

const words: Record<string, string> = {
  ...Object.fromEntries(
    ["overdue", "open", "unpaid", "sent", "due", "authorised", "authorized", "awaiting payment"].map((word) => [
      word,
      "pending",
    ]),
  ),
  ...Object.fromEntries(["paid", "closed", "settled"].map((word) => [word, "complete"])),
};

/** Words for invoices that are not in the books, or no longer. */
const outside = ["draft", "void", "voided", "deleted", "cancelled", "canceled", "uncollectible", "submitted"];

/** Returns the status that a cell means. Throws `CellErrors` for drafts and void invoices. */
export function statusIn(cell: string): string {
  const word = cell.trim().toLowerCase();
  if (outside.includes(word))
    throw new CellErrors({ status: `“${cell.trim()}” invoices are not in the books, so they are left out.` });
  return words[word] ?? cell;
}
