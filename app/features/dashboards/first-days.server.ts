/** The first days with data, so that charts of a long period do not begin with empty months. */
import { and, asc, eq, gt, min } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { prepared } from "db";
import { dayNumberAt, dayOfNumber } from "db/dates";
import { invoiceTotals, orderTotals, studySessions, visitTotals } from "db/schema";

const orders = prepared((db) =>
  db
    .select({ day: min(orderTotals.day) })
    .from(orderTotals)
    .where(gt(orderTotals.orders, 0))
    .prepare(),
);
const invoices = prepared((db) =>
  db
    .select({ day: min(invoiceTotals.day) })
    .from(invoiceTotals)
    .where(and(eq(invoiceTotals.kind, "issued"), gt(invoiceTotals.invoices, 0)))
    .prepare(),
);
const visits = prepared((db) =>
  db
    .select({ day: min(visitTotals.day) })
    .from(visitTotals)
    .where(and(eq(visitTotals.kind, "visits"), gt(visitTotals.count, 0)))
    .prepare(),
);
const firstStudy = prepared((db) =>
  db.select({ at: studySessions.at }).from(studySessions).orderBy(asc(studySessions.at)).limit(1).prepare(),
);

const dayIn = ([first]: { day: number | null }[]) => (first?.day == null ? undefined : dayOfNumber(first.day));

export const firstDayOf = {
  orders: async () => dayIn(await orders({})),
  invoices: async () => dayIn(await invoices({})),
  visits: async () => dayIn(await visits({})),
  study: async () => dayIn((await firstStudy({})).map(({ at }) => ({ day: dayNumberAt(at.getTime(), timeZone()) }))),
};
