/** What files have of an invoice. */
import type { Invoice } from "db/schema";
import { columnsOf } from "~/core/fields/files.server";
import { today } from "~/core/values/today.server";
import { invoiceFields } from "./fields";
import { stateOf } from "./form/state";

const { customerCompany, ...others } = invoiceFields;

export const invoiceColumns = {
  ...columnsOf<Invoice>(others, {
    status: (invoice) => stateOf(invoice, today()),
    lines: (invoice) => invoice.lines.length,
  }),
  ...columnsOf<Invoice>({ customerCompany }),
};
