/** `/api/reports`: the reports of the finance dashboard. */
import { z } from "zod";
import { addDays } from "db/dates";
import { taxCategories } from "db/lookups";
import { reportOf } from "~/core/api/reports.server";
import { invalidRequest } from "~/core/http/api.server";
import { ageingByCustomer } from "./ageing.server";
import { taxReport } from "./tax-report.server";
import { firstDay } from "../period";

const amount = (about: string) => z.number().describe(about);

const TaxRow = z.object({
  name: z.string().describe("Of the tax rate, as documents have copied it."),
  rate: z
    .number()
    .nullable()
    .describe("20 is 20 %. Null for lines without a rate, and for tax that was entered as an amount."),
  category: z.enum(["", ...taxCategories.map(({ value }) => value)]).describe("Empty where there is no rate."),
  sales: amount("Net amounts of the invoices."),
  credits: amount("Net amounts of the credit notes."),
  net: amount("Sales less credits."),
  tax: amount("Tax of the invoices less that of the credit notes."),
});

const taxReportApi = reportOf({
  path: "/api/reports/tax",
  title: "Report of tax by rate",
  about: "Adds up the invoices issued and the credit notes dated in a period, a row for each tax rate.",
  permission: "reports.sales",
  rowName: "TaxReportRow",
  shape: TaxRow,
  example: { name: "VAT 20%", rate: 20, category: "standard", sales: 1250, credits: 50, net: 1200, tax: 240 },
  days: {
    from: { about: "The first day." },
    to: { about: "The last day, which is included." },
  },
  exampleDays: (today) => ({ from: `${addDays(today, -30).slice(0, 7)}-01`, to: today }),
  rows: async ({ from, to }) => {
    if (from > to) return invalidRequest({ to: "Enter a day that is not before the first" });
    const rows = await taxReport({ from: from < firstDay ? firstDay : from, to });
    return rows.map(({ name, rate, category, sales, credits, net, tax }) => ({
      name,
      rate: rate === null ? null : rate / 100,
      category: category as z.output<typeof TaxRow>["category"],
      sales: sales / 100,
      credits: credits / 100,
      net: net / 100,
      tax: tax / 100,
    }));
  },
});

const AgeingRow = z.object({
  customerId: z.int().positive().nullable().describe("Null for all customers who were never in the directory."),
  customer: z.string().describe("The name on the latest open invoice."),
  invoices: z.int().describe("Number of open invoices."),
  notDue: amount("Not due yet."),
  days1to30: amount("Late by 1 to 30 days."),
  days31to60: amount("Late by 31 to 60 days."),
  days61to90: amount("Late by 61 to 90 days."),
  over90: amount("Late by more than 90 days."),
  balance: amount("All of it."),
});

const ageingReportApi = reportOf({
  path: "/api/reports/ageing",
  title: "Report of balances by age",
  about: "What each customer owed at the end of a day, by how late it was, whatever was paid or credited since.",
  permission: "reports.sales",
  rowName: "AgeingReportRow",
  shape: AgeingRow,
  example: {
    customerId: 6,
    customer: "Rosa Winter",
    invoices: 2,
    notDue: 120,
    days1to30: 88.1,
    days31to60: 0,
    days61to90: 0,
    over90: 0,
    balance: 208.1,
  },
  days: { asOf: { about: "The day; today unless it is named.", optional: true } },
  exampleDays: (today) => ({ asOf: addDays(today, -1) }),
  rows: async ({ asOf }) =>
    (await ageingByCustomer(asOf)).map(({ customerId, name, invoices, totals }) => {
      const [notDue = 0, days1to30 = 0, days31to60 = 0, days61to90 = 0, over90 = 0] = totals.map(
        (cents) => cents / 100,
      );
      const balance = totals.reduce((sum, cents) => sum + cents, 0) / 100;
      return { customerId, customer: name, invoices, notDue, days1to30, days31to60, days61to90, over90, balance };
    }),
});

export const financeReportApis = [taxReportApi, ageingReportApi];
