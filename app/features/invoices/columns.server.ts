/** What files have of an invoice. */
import type { Invoice } from "db/schema";
import { fileColumnsOf } from "~/core/fields/files.server";
import { today } from "~/core/values/today.server";
import { invoiceFields } from "./fields";
import { stateOf } from "./form/state";

const { customerName, billingEmail, customerCompany, sentAt, ...others } = invoiceFields;

/** The customer first, and last what came later: programs may read files by place. */
export const invoiceColumns = {
  ...fileColumnsOf<Invoice>({ customerName, billingEmail }),
  ...fileColumnsOf<Invoice, typeof others>(others, {
    status: (invoice) => stateOf(invoice, today()),
    lines: (invoice) => invoice.lines.length,
  }),
  ...fileColumnsOf<Invoice>({ customerCompany, sentAt }),
};
