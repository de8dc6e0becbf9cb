/** Tax rates, and what documents copy of them. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { natural } from "../compare";
import type { TaxCategory, TaxRateStatus } from "../lookups";
import { listIndexes, recordColumns } from "./columns";

/** A tax rate as a line copies it: later changes of the rate change no document. */
export type LineTax = {
  taxRateId: number;
  taxName: string;
  /** Percentage in hundredths. */
  rate: number;
  category: TaxCategory;
  /** Why no tax is charged, as the law wants it on documents; "" if tax is. */
  taxReason: string;
};

/** The tax of a document by one rate. `net` is without tax, in cents. */
export type TaxSum = Pick<LineTax, "taxRateId" | "rate" | "category"> & {
  name: string;
  reason: string;
  net: number;
  tax: number;
};

/** A tax rate. One that was used is archived instead of deleted. */
export const taxRates = sqliteTable(
  "tax_rates",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
    /** Percentage in hundredths. */
    rate: integer("rate").notNull().default(0),
    category: text("category").notNull().$type<TaxCategory>(),
    /** Why no tax is charged: required for exempt, reverse charge and outside scope. */
    reason: text("reason").notNull().default(""),
    status: text("status").notNull().default("active").$type<TaxRateStatus>(),
    /** Whether a document has copied it. */
    used: integer("used", { mode: "boolean" }).notNull().default(false),
    ...recordColumns,
  },
  (table) =>
    listIndexes("tax_rates", table, [table.status, table.category], {
      id: table.id,
      name: natural(table.name),
      rate: table.rate,
    }),
);

export type TaxRate = typeof taxRates.$inferSelect;
