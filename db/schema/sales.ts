/** Orders and invoices. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { anyCase, natural } from "../compare";
import type { InvoiceStatus, TaxTreatment } from "../lookups";
import type { LineTax, TaxSum } from "./taxes";
import { list, listIndexes, dayBucket, recordColumns, time } from "./columns";

/** A copy of a product and its tax rate at the time of the order; `id` refers to the product. */
export type OrderItem = {
  id: number | null;
  name: string;
  image: string | null;
  price: number;
  quantity: number;
} & Partial<LineTax>;
/**
 * An invoice line; `id` refers to the product, if any, and a credit has a negative price. `quantity` has at most three
 * decimals and is converted to thousandths for sums, so that earlier lines, whose quantities are whole, read unchanged.
 */
export type InvoiceLine = {
  id: number | null;
  title: string;
  quantity: number;
  /** Unit of the quantity, such as "hours". */
  unit?: string;
  price: number;
  /** Percentage in hundredths, up to 10,000. */
  discount: number;
  total: number;
} & Partial<LineTax>;

/**
 * An order. Everything but the status is a snapshot: customer, items and payment are copies, and the ids beside them
 * may refer to deleted records.
 */
export const orders = sqliteTable(
  "orders",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    invoiceId: text("invoice_id"),
    /** The order's number in the shop it was imported from, or "". Unique outside the trash. */
    externalNumber: text("external_number").notNull().default(""),
    deliveredAt: time("delivered_at"),
    customerId: integer("customer_id"),
    customerName: text("customer_name").notNull(),
    customerCompany: text("customer_company").notNull().default(""),
    customerEmail: text("customer_email").notNull().default(""),
    customerPhone: text("customer_phone").notNull().default(""),
    customerImage: text("customer_image"),
    billing: text("billing").notNull().default(""),
    shipping: text("shipping").notNull().default(""),
    /** Status as it was entered: compared case-insensitively, and not necessarily in the lookup list. */
    status: text("status").notNull(),
    /** The payment provider's id of the payment. */
    paymentId: text("payment_id").notNull().default(""),
    paymentMethod: text("payment_method").notNull().default(""),
    /** Masked: the last four digits. */
    cardNumber: text("card_number").notNull().default(""),
    items: list<OrderItem>("items"),
    subTotalAmount: integer("sub_total_amount").notNull(),
    discountAmount: integer("discount_amount").notNull().default(0),
    taxAmount: integer("tax_amount").notNull().default(0),
    shippingChargeAmount: integer("shipping_charge_amount").notNull().default(0),
    /** The tax rate of the shipping charge; null if the amount of tax was entered. */
    shippingTax: text("shipping_tax", { mode: "json" }).$type<LineTax>(),
    /** Whether prices and shipping charge include the tax. */
    includesTax: integer("includes_tax", { mode: "boolean" }).notNull().default(false),
    totalAmount: integer("total_amount").notNull(),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("orders", table, [table.status, table.paymentMethod, table.createdAt], {
      id: table.id,
      invoice: table.invoiceId,
      customer: natural(table.customerName),
      status: anyCase(table.status),
      payment: anyCase(table.paymentMethod),
      created: [table.createdAt, table.deliveredAt],
      delivered: table.deliveredAt,
      total: table.totalAmount,
    }),
    // for sorting within each day bucket, see `dayBuckets` of a `Listing`
    index("orders_months_placed").on(
      table.deletedAt,
      dayBucket(table.createdAt),
      table.id,
      table.status,
      table.paymentMethod,
      table.createdAt,
      table.deliveredAt,
    ),
    index("orders_months_delivered").on(
      table.deletedAt,
      dayBucket(table.deliveredAt),
      table.createdAt,
      table.id,
      table.status,
      table.paymentMethod,
      table.deliveredAt,
    ),
    index("orders_customer").on(table.customerId, table.createdAt),
    uniqueIndex("orders_external_number")
      .on(table.externalNumber)
      .where(sql`${table.externalNumber} <> '' and ${table.deletedAt} is null`),
    index("orders_invoice").on(table.invoiceId),
  ],
);

/** An invoice. Customer and lines are copies. */
export const invoices = sqliteTable(
  "invoices",
  {
    /** Invoice id, such as `INV-0012`. */
    id: text("id").primaryKey(),
    /** The numeric part of `id`: in order of creation, without gaps. */
    number: integer("number").notNull().unique(),
    /** The invoice's number in the program it was imported from, or "". Unique outside the trash. */
    externalNumber: text("external_number").notNull().default(""),
    issueDate: text("issue_date").notNull(),
    dueDate: text("due_date").notNull(),
    status: text("status").notNull().$type<InvoiceStatus>(),
    completedAt: time("completed_at"),
    /** When the invoice was last mailed to the customer. The journal has each time. */
    sentAt: time("sent_at"),
    /** The row of `issuers` with what it says of the company. */
    issuerId: integer("issuer_id").notNull().default(1),
    customerId: integer("customer_id"),
    customerName: text("customer_name").notNull(),
    customerCompany: text("customer_company").notNull().default(""),
    customerImage: text("customer_image"),
    /** How the customer is taxed; each line is of this category unless they are taxable. */
    customerTaxTreatment: text("customer_tax_treatment").notNull().default("taxable").$type<TaxTreatment>(),
    customerTaxNumber: text("customer_tax_number").notNull().default(""),
    billingEmail: text("billing_email").notNull().default(""),
    billingPhone: text("billing_phone").notNull().default(""),
    billingAddress: text("billing_address").notNull().default(""),
    paymentMethod: text("payment_method").notNull().default(""),
    cardHolder: text("card_holder").notNull().default(""),
    /** Masked: the last four digits. The CVC is never stored. */
    cardNo: text("card_no").notNull().default(""),
    lines: list<InvoiceLine>("lines"),
    shippingCharge: integer("shipping_charge").notNull().default(0),
    tax: integer("tax").notNull().default(0),
    /** The tax by rate, which adds up to `tax`; empty if `tax` was entered as an amount. */
    taxes: list<TaxSum>("taxes"),
    /** The tax rate of the shipping charge; null if `tax` was entered as an amount. */
    shippingTax: text("shipping_tax", { mode: "json" }).$type<LineTax>(),
    /** Whether prices and shipping charge include the tax. */
    includesTax: integer("includes_tax", { mode: "boolean" }).notNull().default(false),
    totalAmount: integer("total_amount").notNull(),
    /** The customer's number of their purchase order. */
    poNumber: text("po_number").notNull().default(""),
    /** First and last day of the service that the invoice is for, each or both "" if it names none. */
    serviceFrom: text("service_from").notNull().default(""),
    serviceTo: text("service_to").notNull().default(""),
    /** A note that the customer reads on the invoice. */
    note: text("note").notNull().default(""),
    /** A note that only staff read. */
    internalNote: text("internal_note").notNull().default(""),
    /** Sum of the payments allocated to it, less refunds. Triggers maintain it, see `payment-triggers.ts`. */
    paid: integer("paid").notNull().default(0),
    /** Sum of the credit notes applied to it. */
    credited: integer("credited").notNull().default(0),
    /** SHA-256 of the content, stored when the invoice locked; null while it is editable. */
    lockedHash: text("locked_hash"),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("invoices", table, [table.status, table.dueDate, table.issueDate], {
      number: [table.number, table.completedAt, table.paymentMethod, table.sentAt],
      customer: natural(table.customerName),
      issued: table.issueDate,
      due: table.dueDate,
      completed: table.completedAt,
      total: table.totalAmount,
      status: table.status,
    }),
    index("invoices_sent")
      .on(table.deletedAt, table.number, table.id, table.sentAt, table.totalAmount, table.status, table.dueDate)
      .where(sql`${table.sentAt} is not null`),
    index("invoices_months_issued").on(
      table.deletedAt,
      dayBucket(table.issueDate),
      table.number,
      table.id,
      table.status,
      table.dueDate,
      table.issueDate,
      table.paymentMethod,
      table.sentAt,
    ),
    index("invoices_months_due").on(
      table.deletedAt,
      dayBucket(table.dueDate),
      table.number,
      table.id,
      table.status,
      table.dueDate,
      table.paymentMethod,
      table.sentAt,
    ),
    index("invoices_months_paid").on(
      table.deletedAt,
      dayBucket(table.completedAt),
      table.number,
      table.id,
      table.status,
      table.dueDate,
      table.issueDate,
      table.completedAt,
      table.paymentMethod,
      table.sentAt,
    ),
    index("invoices_customer").on(table.customerId, table.number),
    uniqueIndex("invoices_external_number")
      .on(table.externalNumber)
      .where(sql`${table.externalNumber} <> '' and ${table.deletedAt} is null`),
  ],
);

/** The order that an invoice was for, if the order names another invoice now or was purged. Triggers write it. */
export const formerInvoiceOrders = sqliteTable("former_invoice_orders", {
  invoiceId: text("invoice_id").primaryKey(),
  orderId: integer("order_id").notNull(),
});

/** Due dates that invoices had before a day on which they were changed. Triggers write it, see `invoice-totals.ts`. */
export const pastDueDates = sqliteTable(
  "past_due_dates",
  {
    invoiceId: text("invoice_id").notNull(),
    /** The number of the first day that it no longer held. */
    endDay: integer("end_day").notNull(),
    dueDate: text("due_date").notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.endDay] })],
);

export type Order = typeof orders.$inferSelect;
export type Invoice = typeof invoices.$inferSelect;
