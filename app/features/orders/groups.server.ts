/** Groups of order statuses for the sales figures. */
import { and, eq, gte, inArray, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { anyCase } from "db/compare";
import { dayNumber } from "db/dates";
import { orderPayments, orders, orderTotals } from "db/schema";
import type { ListQuery, StoredSums } from "~/core/list/listing.server";
import { sameStatus } from "~/core/values/status";
import { orderStages } from "./status/stages";

/** Statuses that count as no revenue, in lower case as in the stored sums and, as a test checks, in `order_items`. */
export const lostStatuses = ["cancelled", "return"];

/** Whether an order was cancelled or returned. */
export const isLost = (status: string) => lostStatuses.some((lost) => sameStatus(status, lost));

const knownStatuses = orderStages.map(({ value }) => value.toLowerCase());

export const orderGroups = [
  { value: "revenue", title: "Counts as revenue" },
  { value: "lost", title: "Cancelled or returned" },
  { value: "other", title: "Any other status" },
];

/** The statuses of a group, as a condition on a column that holds them. */
const group = (name: string, status: Parameters<typeof inArray>[0]): SQL | undefined => {
  if (name === "lost") return inArray(status, lostStatuses);
  return name === "other" ? notInArray(status, knownStatuses) : notInArray(status, lostStatuses);
};

export const inGroup = (name: string) => group(name, anyCase(orders.status));

/**
 * Returns the stored counts and sums (in cents) for a list that is filtered only by status, days or payment method;
 * undefined for any other filter.
 */
export function storedTotals({
  q,
  filters,
  trash,
}: Pick<ListQuery, "q" | "filters" | "trash">): StoredSums | undefined {
  const { from, to, status, payment, group: asked, ...others } = filters;
  if (q || trash || Object.keys(others).length > 0 || (payment && (from || to))) return undefined;
  const stored = payment ? orderPayments : orderTotals;
  const where = and(
    from ? gte(orderTotals.day, dayNumber(from)) : undefined,
    to ? lte(orderTotals.day, dayNumber(to)) : undefined,
    payment ? eq(orderPayments.method, payment.toLowerCase()) : undefined,
    status ? eq(stored.status, status.toLowerCase()) : undefined,
    asked ? group(asked, sql`${stored.status}`) : undefined,
  );
  return { table: stored, sums: { rows: stored.orders, total: stored.total }, where };
}
