/** The filter by customer of lists whose records copy the customer's name. */
import { eq, isNull } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { personOr } from "~/core/list/find-people.server";
import type { RecordRule } from "~/core/list/listing.server";
import { recordId } from "~/core/values/ids";
import { type CustomerCopyTable, customerName } from "./customers.server";

/** Value of the filter for records whose customer was never in the directory. */
const noCustomer = "0";

/** Returns the filter of a table. The record latest by `latestBy` names a customer who has left the directory. */
export const customerFilter = (table: CustomerCopyTable, latestBy: AnySQLiteColumn): RecordRule => ({
  label: "Customer",
  type: "record",
  title: async (id) => (id === noCustomer ? "Nobody in the directory" : customerName(id, table, latestBy)),
  named: personOr(noCustomer),
  by: (id) => (id === noCustomer ? isNull(table.customerId) : eq(table.customerId, recordId(id))),
  person: table.customerId,
});
