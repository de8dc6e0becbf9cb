import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "db";
import { testDatabase } from "~/testing/database";
import { lostStatuses } from "./groups.server";

testDatabase({ empty: true });

test("the figures of orders and the view of sold items exclude the same statuses", () => {
  const [view] = db.all<{ sql: string }>(sql`select sql from sqlite_master where name = 'order_items'`);
  const excluded = /lower\(status\) NOT IN \((.*?)\)/.exec(view?.sql ?? "")?.[1];
  expect(excluded?.replaceAll("'", "").split(", ")).toEqual(lostStatuses);
});
