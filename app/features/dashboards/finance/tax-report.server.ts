/** The tax of a period by rate, from the invoices issued and the credit notes dated in it. */
import { sql } from "drizzle-orm";
import { db } from "db";
import { addDays } from "db/dates";
import type { Invoice } from "db/schema";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import type { Days } from "../period";

/** The tax by one rate, in cents; `net` and `tax` are those of invoices less those of credit notes. */
export interface TaxRow {
  name: string;
  /** Rate in hundredths of a percent; null for what has no rate. */
  rate: number | null;
  category: string;
  /** Net amounts of the invoices. */
  sales: number;
  /** Net amounts of the credit notes. */
  credits: number;
  net: number;
  tax: number;
}

/** Returns a row for each rate that a document of the period has, the highest rate first. */
export async function taxReport({ from, to }: Days): Promise<TaxRow[]> {
  const rows = new Map<string, TaxRow>();
  for (let day = from; day <= to; day = addDays(day, daysPerQuery)) {
    const last = addDays(day, daysPerQuery - 1);
    for (const found of taxIn({ from: day, to: last < to ? last : to })) {
      const key = JSON.stringify([found.name, found.rate, found.category]);
      const row = rows.get(key);
      rows.set(key, row ? added(row, found) : found);
    }
    await yieldToEventLoop();
  }
  return [...rows.values()].toSorted(
    (one, other) => (other.rate ?? -1) - (one.rate ?? -1) || one.name.localeCompare(other.name, "en"),
  );
}

/** Limits how long one query keeps other requests waiting. */
const daysPerQuery = 7;

const amounts = ["sales", "credits", "net", "tax"] as const;
const added = (row: TaxRow, more: TaxRow): TaxRow => ({
  ...row,
  ...Object.fromEntries(amounts.map((name) => [name, row[name] + more[name]])),
});

/** Name of the row of lines without a tax rate, and of tax that was entered as an amount. */
export const withoutRateName = "Without a tax rate";

/** Returns the tax of a document by rate, and what remains of it without one; in cents. */
export function taxesOfDocument({ taxes, totalAmount, tax }: Pick<Invoice, "taxes" | "totalAmount" | "tax">) {
  const net = taxes.reduce((rest, sum) => rest - sum.net, totalAmount - tax);
  const rest = taxes.reduce((rest, sum) => rest - sum.tax, tax);
  const rated = taxes.map(({ name, rate, category, net, tax }) => ({ name, rate, category, net, tax }));
  return net === 0 && rest === 0
    ? rated
    : [...rated, { name: withoutRateName, rate: null, category: "" as const, net, tax: rest }];
}

function taxIn({ from, to }: Days): TaxRow[] {
  const rated = (table: string, day: string, isCredit: 0 | 1) => sql`
    select tax.value ->> 'name' as name, tax.value ->> 'rate' as rate, tax.value ->> 'category' as category,
      tax.value ->> 'net' as net, tax.value ->> 'tax' as tax, ${sql.raw(String(isCredit))} as is_credit
    from ${sql.raw(table)} as document, json_each(document.taxes) as tax
    where document.deleted_at is null and ${sql.raw(day)} between ${from} and ${to}`;
  const ofRates = (name: string) =>
    sql.raw(`coalesce((select sum(value ->> '${name}') from json_each(document.taxes)), 0)`);
  const rest = (table: string, day: string, isCredit: 0 | 1) => sql`
    select ${withoutRateName}, null, '', net, tax, ${sql.raw(String(isCredit))} from (
      select total_amount - tax - ${ofRates("net")} as net, tax - ${ofRates("tax")} as tax
      from ${sql.raw(table)} as document
      where deleted_at is null and ${sql.raw(day)} between ${from} and ${to}
    ) where net <> 0 or tax <> 0`;
  return db.all<TaxRow>(sql`
    select name, rate, category,
      sum(iif(is_credit, 0, net)) as sales, sum(iif(is_credit, net, 0)) as credits,
      sum(iif(is_credit, -net, net)) as net, sum(iif(is_credit, -tax, tax)) as tax
    from (${rated("invoices", "issue_date", 0)} union all ${rest("invoices", "issue_date", 0)}
      union all ${rated("credit_notes", "date", 1)} union all ${rest("credit_notes", "date", 1)})
    group by name, rate, category`);
}
