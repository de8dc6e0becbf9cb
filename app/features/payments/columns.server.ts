/** The columns of a payment in CSV exports. */
import type { Payment } from "db/schema";
import { fileColumnsOf } from "~/core/fields/files.server";
import { type Columns, withHead } from "~/core/list/export.server";
import { moneyText } from "~/core/values/money";
import { paymentFields } from "./fields";
import { unallocatedOf } from "./unallocated";

/** The columns in order. New columns are added at the end, because programs may read files by position. */
export const paymentColumns: Columns<Payment> = {
  ...fileColumnsOf<Payment, typeof paymentFields>(paymentFields, {
    allocations: ({ allocations }) =>
      allocations.map(({ invoiceId, amount }) => `${invoiceId} ${moneyText(amount)}`).join("; "),
  }),
  unallocated: withHead("Not applied", (payment: Payment) => ({ cents: unallocatedOf(payment) })),
};
