/** The sums of migrations 0009 and 0012, made anew. Triggers keep them; what each row adds to them is said by views, which both go by. */
import { config } from "../config";
import { type Connection, DatabaseError } from "./connection";
import { withoutIndexes } from "./fill";
import { totalsZoneFact } from "./schema";

/** Whose days the sums are of: the zone, as this Node knows when its clocks change. */
const zone = () => `${config.timeZone} ${process.versions.tz ?? ""}`;

/**
 * Makes all sums anew where they are of other days than those of `TIME_ZONE`: then days begin at other instants. Beside a server, which goes on
 * with its own days, that would spoil them: whoever runs there says so, and gets a `DatabaseError` instead.
 */
export function renewTotals(connection: Connection, { besideServer = false } = {}) {
  const known = connection.prepare<[string], string>("select value from facts where name = ?").pluck().get(totalsZoneFact);
  if (known === zone()) return;
  if (besideServer && known !== undefined) {
    throw new DatabaseError(`The sums of this database are by the days of ${known.split(" ")[0]}, and TIME_ZONE is ${config.timeZone}. Set it as the server has it, or start the server with it first.`);
  }
  connection.transaction(() => {
    recount(connection);
    connection.prepare("insert into facts (name, value) values (?, ?) on conflict do update set value = excluded.value").run(totalsZoneFact, zone());
  })();
}

/** Counts every row, whatever the sums were. */
export function recount(connection: Connection) {
  connection.pragma("cache_size = -200000"); // in kilobytes
  for (const table of ["order_totals", "order_payments", "people_totals", "sold_items", "sold_totals", "invoice_totals", "debt_totals", "visit_totals"]) connection.exec(`delete from ${table}`);
  connection.exec(`
    insert into order_totals (day, status, orders, total) select day, status, count(*), sum(total) from order_days group by day, status;
    insert into order_payments (status, method, orders, total) select lower(status), lower(payment_method), count(*), sum(total_amount) from orders where deleted_at is null group by 1, 2;
    insert into people_totals (status, role, people) select status, role, count(*) from users where deleted_at is null group by 1, 2;
  `);
  withoutIndexes(connection, ["sold_items"], () => {
    connection.exec("insert into sold_items (order_id, placed_at, day, product_id, name, quantity, amount) select order_id, placed_at, day, product_id, name, quantity, amount from order_items");
  });
  connection.exec(`
    insert into sold_totals (level, block, product_id, quantity, amount) select level, block, product_id, sum(quantity), sum(amount) from sold_days group by level, block, product_id;
    insert into invoice_totals (kind, day, method, invoices, total, days) select kind, day, method, sum(invoices), sum(total), sum(days) from invoice_days group by kind, day, method;
    insert into debt_totals (customer_id, invoices, total) select customer_id, count(*), sum(total) from invoice_debts group by customer_id;
    insert into visit_totals (kind, day, value, count) select kind, day, value, count(*) from visit_days group by kind, day, value;
    insert into visit_totals (kind, day, value, count) select kind, day, value, count(*) from page_days group by kind, day, value;
  `);
}
