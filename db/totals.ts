/** The sums of migration 0009, made anew. Triggers keep them; what each row adds to them is said by views, which both go by. */
import { config } from "../config";
import type { Connection } from "./connection";
import { totalsZoneFact } from "./schema";

/** Makes all sums anew where they are of no time zone yet, or of another one than `TIME_ZONE` is now: then days begin at other instants. */
export function renewTotals(connection: Connection) {
  const zone = connection.prepare("select value from facts where name = ?").pluck().get(totalsZoneFact);
  if (zone === config.timeZone) return;
  connection.transaction(() => {
    recount(connection);
    connection.prepare("insert into facts (name, value) values (?, ?) on conflict do update set value = excluded.value").run(totalsZoneFact, config.timeZone);
  })();
}

/** Counts every row, whatever the sums were. Of a million orders that takes a minute, and ten without room to sort in. */
export function recount(connection: Connection) {
  connection.pragma("cache_size = -200000"); // in kilobytes
  for (const table of ["order_totals", "sold_items", "sold_totals", "invoice_totals", "debt_totals", "visit_totals"]) connection.exec(`delete from ${table}`);
  connection.exec(`
    insert into order_totals (day, status, orders, total) select day, status, count(*), sum(total) from order_days group by day, status;
    insert into sold_items (order_id, placed_at, day, product_id, name, quantity, amount) select order_id, placed_at, day, product_id, name, quantity, amount from order_items;
    insert into sold_totals (level, block, product_id, quantity, amount) select level, block, product_id, sum(quantity), sum(amount) from sold_days group by level, block, product_id;
    insert into invoice_totals (kind, day, method, invoices, total, days) select kind, day, method, sum(invoices), sum(total), sum(days) from invoice_days group by kind, day, method;
    insert into debt_totals (customer_id, invoices, total) select customer_id, count(*), sum(total) from invoice_debts group by customer_id;
    insert into visit_totals (kind, day, value, count) select kind, day, value, count(*) from visit_days group by kind, day, value;
    insert into visit_totals (kind, day, value, count) select kind, day, value, count(*) from page_days group by kind, day, value;
  `);
}
