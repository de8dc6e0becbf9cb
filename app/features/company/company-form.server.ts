/** The form of the company's settings. */
import { z } from "zod";
import { currencyCodes } from "config";
import type { User } from "db/schema";
import { formValues } from "~/core/fields/form-values";
import { rulesOf } from "~/core/fields/rules.server";
import type { Frame } from "~/core/files/files.server";
import { withPicture } from "~/core/files/picture-field.server";
import type { ParsedForm } from "~/core/form/form.server";
import { day, orNone, recordRef, refuse } from "~/core/form/rules";
import { today } from "~/core/values/today.server";
import { companyFields } from "./fields";

const prefix = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .max(companyFields.invoicePrefix.max, `Use at most ${companyFields.invoicePrefix.max} characters`)
    .regex(
      /^[A-Z\d]+(?:-[A-Z\d]+)*$/,
      "Use the letters A to Z, digits, and dashes between them, such as INV or RE-2026",
    )
    .optional();

const timeZones = new Map(Intl.supportedValuesOf("timeZone").map((name) => [name.toLowerCase(), name]));

/** The names of time zones, as the form suggests them. */
export const timeZoneNames = [...timeZones.values()];

/** Returns the name of a time zone as it is written; also an older name, which the list leaves out. */
function timeZoneNamed(text: string): string | undefined {
  if (!/^[a-z]/i.test(text)) return undefined;
  try {
    return (
      timeZones.get(text.toLowerCase()) ?? new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone
    );
  } catch {
    return undefined;
  }
}

const currencyNames = new Intl.DisplayNames("en", { type: "currency" });

/** The currencies that a company can have, as the form suggests them. */
export const currencies = currencyCodes.map((code) => ({ text: code, note: currencyNames.of(code) ?? code }));

/** Returns the code of a currency that is given by its code or its name. */
const currencyNamed = (typed: string) =>
  currencies.find(({ text, note }) => [text, note].some((each) => each.toLowerCase() === typed.toLowerCase()))?.text;

const currency = () =>
  rulesOf(companyFields).shape.currency.transform(
    (text, context) =>
      currencyNamed(text) ??
      refuse(context, `There is no currency “${text}” with two decimals. Choose one of the list, such as EUR`),
  );

const timeZone = () =>
  rulesOf(companyFields).shape.timeZone.transform(
    (text, context) =>
      timeZoneNamed(text) ??
      refuse(context, `There is no time zone “${text}”. Choose one of the list, such as Europe/Vienna`),
  );

const clock = (rule: z.ZodType<string, string>) =>
  rule.refine((text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text), "Enter a time from 00:00 to 23:59");

const { workDays, workFrom, workTo } = rulesOf(companyFields).shape;

export const CompanyForm = rulesOf(companyFields).extend({
  // A form that was loaded before there was such a field changes nothing.
  invoicePrefix: prefix(),
  creditNotePrefix: prefix(),
  priceTax: rulesOf(companyFields).shape.priceTax.optional(),
  defaultTaxRateId: orNone(recordRef("Choose one of the tax rates")).optional(),
  invoiceLock: rulesOf(companyFields).shape.invoiceLock.optional(),
  closingDate: z
    .union([z.literal(""), day("Enter a date, or nothing")])
    .refine((date) => date <= today(), "Enter a date that is not after today")
    .optional(),
  currency: currency().optional(),
  timeZone: timeZone().optional(),
  workDays: z
    .array(z.string())
    .transform((days) => (days.length === 0 ? undefined : days.filter(Boolean))) // the form sends an empty one with them
    .pipe(workDays.optional()),
  workFrom: clock(workFrom).optional(),
  workTo: clock(workTo).optional(),
  logo: z.string().optional(),
  removePicture: z.string().optional(),
});

/** Returns the company as form fields, from a record or from the values of a form. */
export const companyValues = formValues(companyFields, "logo", "defaultTaxRateId", "closingDate");

/** Enough pixels for a sheet of paper. */
const frame: Frame = { side: 600, fit: "inside" };

/** Replaces the picture fields of the form with the address of the logo, or null. */
export async function withLogo<Values extends z.output<typeof CompanyForm>>(
  sent: ParsedForm<Values>,
  me: Pick<User, "id" | "access">,
) {
  const form = await withPicture(sent, me, frame, "logo");
  if (!form.ok) return form;
  const { image, ...values } = form.values;
  return { ...form, values: { ...values, logo: image } };
}
