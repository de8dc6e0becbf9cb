import { and, eq, gte, isNull, lte, notInArray, sql } from "drizzle-orm";
import { dayNumber } from "db/dates";
import { invoiceTotals, payments } from "db/schema";
import { sumMatching } from "~/core/list/counting.server";
import { dayIn, daysIn } from "~/core/list/days.server";
import type { ListQuery, StoredSums } from "~/core/list/listing.server";
import { readStoredSums } from "~/core/list/list-read.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { customerFilter } from "~/features/customers/customer-filter.server";
import { updateAfterPayment, checkPayment, derivePaymentColumns } from "./check.server";
import { paymentColumns } from "./columns.server";
import { signed } from "./credit.server";
import { paymentFields, paymentKinds, paymentNoun, paymentSources } from "./fields";
import { labelOf } from "./label";
import { paymentConfirmations } from "./refund-confirmation.server";
import { methodFilterOf } from "./method-filter.server";
import { knownMethods, otherMethod, receivedBy } from "./methods";

const methodFilter = methodFilterOf(receivedBy);

/**
 * Condition for payments by no method of the list, whose methods SQLite takes from an index one after the other: with
 * `not in` it would read all payments.
 */
const hasOtherMethod = sql`${payments.method} in (
  with recursive methods(method) as (
    select min(${payments.method}) from ${payments} where ${payments.deletedAt} is null
    union all
    select (select min(${payments.method}) from ${payments} where ${payments.deletedAt} is null and ${payments.method} > methods.method)
    from methods where methods.method is not null
  )
  select method from methods where ${notInArray(sql`method`, knownMethods)}
  union all select ${payments.method} from ${payments} where ${payments.deletedAt} > 0 and ${notInArray(payments.method, knownMethods)}
)`;

/** Returns the stored count and sum of payments less refunds, for lists filtered by days and method alone. */
function storedSums({ q, filters, trash }: Pick<ListQuery, "q" | "filters" | "trash">): StoredSums | undefined {
  const { days = "", method, ...others } = filters;
  if (q || trash || Object.keys(others).length > 0) return undefined;
  const { from, to } = daysIn(days) ?? {};
  const { kind, day, invoices: rows, total } = invoiceTotals;
  const where = and(
    eq(kind, "collected"),
    from ? gte(day, dayNumber(from)) : undefined,
    to ? lte(day, dayNumber(to)) : undefined,
    method ? methodFilter.where(method, invoiceTotals.method) : undefined,
  );
  return { table: invoiceTotals, sums: { rows, total }, where };
}

export const paymentResource = defineResource({
  table: payments,
  noun: paymentNoun,
  fields: paymentFields,
  permissions: { view: "payments.view", change: "payments.change" },
  list: {
    path: "/payments",
    create: "Record payment",
    search: (columns) => [sql`'#' || ${payments.id}`, ...columns],
    index: { kind: "payments", number: payments.id },
    filters: {
      kind: {
        label: "Kind",
        options: paymentKinds.map(({ value, title }) => ({ value, title: `${title}s` })),
        by: payments.kind,
      },
      method: {
        label: "Method",
        options: methodFilter.options,
        by: (choice) => (choice === otherMethod ? hasOtherMethod : methodFilter.where(choice, payments.method)),
      },
      source: { label: "Source", options: [...paymentSources], by: payments.source },
      from: { label: "Date", type: "date", end: "from", by: (day) => gte(payments.date, day) },
      to: { label: "Date", type: "date", end: "to", by: (day) => lte(payments.date, day) },
      days: { label: "Received", type: "days", by: dayIn(payments.date) },
      customer: customerFilter(payments, payments.id),
    },
    sort: "-date",
    tabs: "kind",
    storedSums,
    sums: async (query, listing, stored = readStoredSums(listing, [query])[0]) => [
      {
        label: "Total",
        as: "money",
        value: stored?.total ?? (await sumMatching(listing, query, signed(payments.amount))),
      },
    ],
    own: {
      staffFilters: ["source"],
      rows: (me) => and(eq(payments.customerId, me.id), isNull(payments.deletedAt)),
    },
    columns: paymentColumns,
  },
  import: true,
  label: labelOf,
  derive: derivePaymentColumns,
  check: checkPayment,
  afterWrite: updateAfterPayment,
  confirmations: paymentConfirmations,
  unaudited: ["bankReference"],
});
