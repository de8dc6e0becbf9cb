/** The fields of the company, see `core/fields/fields.ts`. Browser-safe. */
import { invoiceLocks, priceTaxes } from "db/lookups";
import { weekdays } from "db/work-clock";
import {
  choice,
  choices,
  email,
  fields,
  integer,
  longText,
  moment,
  other,
  phone,
  picture,
  reference,
  text,
} from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const companyNoun: Noun = { one: "company", many: "companies" };

export const companyFields = fields({
  name: text({ label: "Legal name", max: 100, required: "Enter the company's name" }),
  address: longText({ label: "Address", max: 500 }),
  email: email({ label: "E-mail", mayBeEmpty: true }),
  phone: phone({ label: "Phone" }),
  website: text({ label: "Website", max: 200 }),
  taxNumber: text({ label: "Tax number", max: 40 }),
  registrationNumber: text({ label: "Registration number", max: 60 }),
  payment: longText({ label: "How to pay", max: 500 }),
  footer: longText({ label: "Footer", max: 500 }),
  logo: picture({ label: "Logo" }),
  paymentTerm: integer({
    label: "Payment term",
    ask: "Enter the number of days that customers have to pay",
    least: 0,
    most: 365,
  }),
  invoicePrefix: text({ label: "Prefix of invoice numbers", max: 12, required: "Enter a prefix, such as INV" }),
  creditNotePrefix: text({ label: "Prefix of credit note numbers", max: 12, required: "Enter a prefix, such as CN" }),
  currency: text({ label: "Currency", max: 60, required: "Enter a currency, such as EUR" }),
  priceTax: choice({ label: "Prices on invoices", options: priceTaxes, ask: "Choose whether prices include tax" }),
  defaultTaxRateId: reference({ label: "Default tax rate" }),
  invoiceLock: choice({ label: "Invoices are locked", options: invoiceLocks, ask: "Choose when invoices are locked" }),
  closingDate: other({ label: "Closing date", format: "day" }),
  timeZone: text({ label: "Time zone", max: 60, required: "Enter a time zone, such as Europe/Vienna" }),
  workDays: choices({ label: "Working days", options: weekdays, ask: "Choose the days on which you work" }),
  workFrom: text({ label: "Work begins", max: 5, required: "Enter a time, such as 08:00" }),
  workTo: text({ label: "Work ends", max: 5, required: "Enter a time, such as 18:00" }),
  createdAt: moment({ label: "Created", readOnly: true, file: false, api: false }),
});
